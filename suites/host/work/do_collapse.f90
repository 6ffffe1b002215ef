! Two collapsed loops, one of them downwards.
program do_collapse
  use cts
  implicit none
  integer :: i, j
  !$omp parallel num_threads(2)
  call cts_mark(__LINE__)
  call cts_expect('loop.count', 'work endpoint=begin => count=15', __LINE__)
  !$omp do collapse(2) schedule(dynamic)
  do i = 1, 5
    do j = 6, 2, -2
      call cts_body('loop', __LINE__)
    end do
  end do
  !$omp end do nowait
  call cts_count('work.pair', 1, 'work endpoint=end', __LINE__)
  !$omp end parallel
end program
