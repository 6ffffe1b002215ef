! flush from Fortran.
! REQUIRES: visible_flush_fortran
program flush_directive
  use cts
  implicit none
  call cts_mark(__LINE__)
  !$omp flush
  call cts_count('flush.event', 1, 'flush', __LINE__)
end program
