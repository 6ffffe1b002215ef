! workshare: array assignments as units of work. A compiler that makes a single or a loop of it
! reports that; each region is paired.
! REQUIRES: visible_workshare_fortran
program workshare
  use cts
  implicit none
  integer :: a(100), b(100)
  b = 1
  !$omp parallel num_threads(2)
  call cts_mark(__LINE__)
  call cts_expect('workshare.type', 'work endpoint=begin => work_type=workshare/' // &
                  'single_executor/single_other/loop/loop_static', __LINE__)
  !$omp workshare
  a = b + 1
  !$omp end workshare
  call cts_after('workshare', __LINE__)
  call cts_count_range('work.pair', 1, 4, 'work endpoint=end', __LINE__)
  !$omp end parallel
  call cts_value('workshare.type', 'sum', sum(a), 200, __LINE__)
end program
