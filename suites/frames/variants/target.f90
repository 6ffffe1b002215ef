! Target regions that the host executes for want of a device, one of them in a task, and a region
! inside, in Fortran.
module target_procedures
  use cts
  implicit none
  integer :: bodies = 0
contains
  subroutine region()
    !$omp parallel num_threads(2)
    call inside('parallel')
    !$omp end parallel
  end subroutine

#include "variants.inc"
end module

program target_variants
  use target_procedures
  implicit none
  !$omp target map(tofrom: bodies)
  call inside('target')
  call region()
  !$omp end target
  !$omp task
  !$omp target map(tofrom: bodies)
  call inside('target')
  !$omp end target
  !$omp end task
  !$omp taskwait
  if (bodies /= 1 + 2 + 1) stop 1
end program
