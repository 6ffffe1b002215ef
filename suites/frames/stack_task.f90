! Tasks of a recursive Fortran procedure, which waits for them.
! RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
! FLAGS: -O2
! RECORD: --stacks=all
program stack_task
  use cts
  use omp_lib
  implicit none
  integer :: leaves
  leaves = 0
  !$omp parallel num_threads(2)
  !$omp single
  call grow(2)
  !$omp end single
  !$omp end parallel
  if (leaves /= 4) stop 1
contains
  recursive subroutine grow(depth)
    integer, value :: depth
    if (depth == 0) then
      call cts_body('task', __LINE__)
      !$omp atomic
      leaves = leaves + 1
      return
    end if
    !$omp task
    call grow(depth - 1)
    !$omp end task
    !$omp task
    call grow(depth - 1)
    !$omp end task
    !$omp taskwait
  end subroutine
end program
