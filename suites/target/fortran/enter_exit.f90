! target enter data, update and exit data of a Fortran program.
! RULES: target.kind target.pair
! REQUIRES: offload
program enter_exit
  use cts
  use omp_lib
  implicit none
  integer :: a(50)
  a = 1
  call cts_expect('target.kind', 'target_emi endpoint=begin => kind=enter_data', __LINE__)
  !$omp target enter data map(to: a)
  a(1) = 5
  call cts_expect('target.kind', 'target_emi endpoint=begin => kind=update', __LINE__)
  !$omp target update to(a)
  call cts_expect('target.kind', 'target_emi endpoint=begin => kind=exit_data', __LINE__)
  !$omp target exit data map(from: a)
  if (a(1) /= 5) stop 1
end program
