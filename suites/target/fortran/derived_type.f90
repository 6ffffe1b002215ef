! A variable of a derived type with an array of fixed size, and a section of an array.
! RULES: target.pair submit.count
! REQUIRES: offload
program derived_type
  use cts
  use omp_lib
  implicit none
  type :: field
    integer :: length
    real :: values(30)
  end type
  type(field) :: one
  integer :: a(10, 10)
  one%length = 30
  one%values = 1.0
  a = 2
  call cts_mark(__LINE__)
  !$omp target map(tofrom: one)
  one%values(30) = one%values(1) + one%length
  !$omp end target
  !$omp target map(tofrom: a(:, 3:5))
  a(1, 4) = a(2, 3) + 5
  !$omp end target
  call cts_count('target.pair', 2, 'target_emi kind=target endpoint=begin', __LINE__)
  if (one%values(30) /= 31.0 .or. a(1, 4) /= 7) stop 1
end program
