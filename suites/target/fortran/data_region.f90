! target data of a Fortran program: an enter-data region and an exit-data region.
! RULES: target-data.entry-exit submit.count
! REQUIRES: offload
program data_region
  use cts
  use omp_lib
  implicit none
  integer :: a(40)
  a = 1
  call cts_mark(__LINE__)
  !$omp target data map(tofrom: a)
  call cts_count('target-data.entry-exit', 1, 'target_emi kind=enter_data endpoint=end', __LINE__)
  !$omp target map(tofrom: a)
  a(3) = 2
  !$omp end target
  !$omp end target data
  call cts_count('target-data.entry-exit', 1, 'target_emi kind=exit_data endpoint=end', __LINE__)
  if (a(3) /= 2) stop 1
end program
