! The threads of a Fortran program offload at the same time.
! RULES: target.pair target.context
! REQUIRES: offload
program several_threads
  use cts
  use omp_lib
  implicit none
  integer :: total
  total = 0
  !$omp parallel num_threads(2) reduction(+: total)
  call offload(total)
  !$omp end parallel
  if (mod(total, 2) /= 0 .or. total == 0) stop 1
contains
  subroutine offload(sum)
    integer, intent(inout) :: sum
    integer :: x
    x = 1
    call cts_mark(__LINE__)
    !$omp target map(tofrom: x)
    x = x + 1
    !$omp end target
    call cts_count('target.pair', 1, 'target_emi kind=target endpoint=end', __LINE__)
    sum = sum + x
  end subroutine
end program
