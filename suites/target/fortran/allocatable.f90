! An allocatable array in a target region.
! RULES: target.pair submit.count
! REQUIRES: offload
program allocatable
  use cts
  use omp_lib
  implicit none
  integer, allocatable :: a(:)
  allocate (a(33))
  a = 1
  call cts_mark(__LINE__)
  !$omp target map(tofrom: a)
  a(33) = 7
  !$omp end target
  call cts_count('target.pair', 1, 'target_emi kind=target endpoint=begin', __LINE__)
  if (a(33) /= 7) stop 1
end program
