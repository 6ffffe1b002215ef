! ordered from Fortran: a triple for each iteration, in the order of the iterations.
program ordered
  use cts
  implicit none
  integer :: i, position, mine
  position = 1
  !$omp parallel num_threads(2) private(mine)
  mine = 0
  call cts_mark(__LINE__)
  !$omp do ordered schedule(static, 1)
  do i = 1, 8
    !$omp ordered
    call cts_value('ordered.iteration-order', 'position', position, i, __LINE__)
    position = position + 1
    mine = mine + 1
    !$omp end ordered
  end do
  !$omp end do
  call cts_count('ordered.sequence', mine, 'mutex_acquired', __LINE__)
  call cts_count('ordered.sequence', mine, 'mutex_released', __LINE__)
  !$omp end parallel
end program
