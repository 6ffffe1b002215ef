! A do construct with a dynamic schedule: the iteration count, and one region on each member.
program do_dynamic
  use cts
  implicit none
  integer :: i
  !$omp parallel num_threads(3)
  call cts_mark(__LINE__)
  call cts_expect('loop.count', 'work endpoint=begin => count=21', __LINE__)
  !$omp do schedule(dynamic)
  do i = 10, 30
    call cts_body('loop', __LINE__)
  end do
  !$omp end do
  call cts_after('loop', __LINE__)
  call cts_count('work.every-team-member', 1, 'work endpoint=begin', __LINE__)
  call cts_count('work.pair', 1, 'work endpoint=end', __LINE__)
  !$omp end parallel
end program
