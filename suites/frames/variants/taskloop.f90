! Taskloops with deferred and with undeferred tasks, in Fortran.
! REQUIRES: taskloop_fortran
program taskloop_variants
  use cts
  use omp_lib
  implicit none
  integer :: bodies
  integer :: i
  bodies = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskloop num_tasks(2)
  do i = 1, 2
    call inside('taskloop')
  end do
  !$omp end taskloop
  !$omp taskloop num_tasks(2) if(.false.) nogroup
  do i = 1, 2
    call inside('taskloop')
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
  if (bodies /= 4) stop 1
contains
#include "variants.inc"
end program
