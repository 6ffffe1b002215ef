! A target region of a Fortran program.
! REQUIRES: offload
program region
  use cts
  use omp_lib
  implicit none
  integer :: x
  x = 0
  !$omp target map(tofrom: x)
  x = 1
  !$omp end target
  call cts_mark(__LINE__)
  call cts_expect('target.kind', 'target_emi endpoint=begin => kind=target', __LINE__)
  !$omp target map(tofrom: x)
  x = x + 1
  !$omp end target
  call cts_count('target.pair', 1, 'target_emi kind=target endpoint=end', __LINE__)
  call cts_count('submit.count', 1, 'target_submit_emi endpoint=begin', __LINE__)
  if (x /= 2) stop 1
end program
