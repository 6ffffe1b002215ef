! Undeferred tasks inside one another, in Fortran.
program undeferred_variants
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
    !$omp task if(.false.)
    if (depth > 1) call spawn(depth - 1)
    call inside('task')
    !$omp end task
  end subroutine

#include "variants.inc"
end program
