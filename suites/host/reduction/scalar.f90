! A reduction in Fortran: whatever events come are pairs of kind reduction.
program scalar
  use cts
  implicit none
  integer :: i, total
  total = 0
  !$omp parallel num_threads(3)
  call cts_mark(__LINE__)
  !$omp do reduction(+:total) schedule(dynamic)
  do i = 1, 30
    total = total + i
  end do
  !$omp end do
  call cts_count('reduction.pair', 0, 'reduction kind!=reduction', __LINE__)
  call cts_count_range('reduction.pair', 0, 4, 'reduction endpoint=end', __LINE__)
  !$omp end parallel
end program
