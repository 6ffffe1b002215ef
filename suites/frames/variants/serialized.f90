! Serialized regions: by the if clause, inside one another, for the number of threads, and inside an
! active region, in Fortran.
program serialized_variants
  use cts
  implicit none
  integer :: bodies
  bodies = 0
  call region(1)
  call team_of_one()
  !$omp parallel num_threads(2)
  call region(0)
  !$omp end parallel
  if (bodies /= 2 + 1 + 2) stop 1
contains
  recursive subroutine region(more)
    integer, value :: more
    !$omp parallel if(.false.)
    if (more > 0) call region(more - 1)
    call inside('parallel')
    !$omp end parallel
  end subroutine

  subroutine team_of_one()
    !$omp parallel num_threads(1)
    call inside('parallel')
    !$omp end parallel
  end subroutine

#include "variants.inc"
end program
