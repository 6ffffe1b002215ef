! Explicit tasks, in Fortran.
program task_variants
  use cts
  use omp_lib
  implicit none
  integer :: bodies
  bodies = 0
  !$omp parallel num_threads(2)
  !$omp single
  call spawn(3)
  !$omp end single
  !$omp end parallel
  if (bodies /= 3) stop 1
contains
  recursive subroutine spawn(depth)
    integer, value :: depth
    !$omp task
    if (depth > 1) call spawn(depth - 1)
    call inside('task')
    !$omp end task
    !$omp taskwait
  end subroutine

#include "variants.inc"
end program
