! Active regions inside one another, in Fortran.
program nested_variants
  use cts
  use omp_lib
  implicit none
  integer :: bodies
  bodies = 0
  call omp_set_max_active_levels(3)
  call region(2)
  if (bodies /= 2 + 4 + 8) stop 1
contains
  recursive subroutine region(more)
    integer, value :: more
    !$omp parallel num_threads(2)
    if (more > 0) call region(more - 1)
    call inside('parallel')
    !$omp end parallel
  end subroutine

#include "variants.inc"
end program
