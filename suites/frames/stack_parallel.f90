! A region in an internal procedure of a Fortran program.
! RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
! RECORD: --stacks=all
program stack_parallel
  use cts
  use omp_lib
  implicit none
  integer :: threads
  threads = 0
  call region()
  if (threads /= 2) stop 1
contains
  subroutine region()
    !$omp parallel num_threads(2) reduction(+: threads)
    threads = threads + 1
    call cts_body('parallel', __LINE__)
    !$omp end parallel
  end subroutine
end program
