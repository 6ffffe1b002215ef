! A league on the host, and a region inside each of its teams, in Fortran.
! REQUIRES: host_teams
program teams_variants
  use cts
  use omp_lib
  implicit none
  integer :: bodies
  bodies = 0
  !$omp teams num_teams(2) thread_limit(2)
  call inside('teams')
  !$omp parallel num_threads(2)
  call inside('parallel')
  !$omp end parallel
  !$omp end teams
  if (bodies < 2) stop 1
contains
#include "variants.inc"
end program
