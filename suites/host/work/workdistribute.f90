! The teams of a league share an array assignment: each team's initial task has a region of it, and
! no barrier ends it. A compiler that makes a distribute loop of it reports that.
! REQUIRES: workdistribute_fortran
program workdistribute
  use cts
  use omp_lib
  implicit none
  integer :: a(64), b(64)
  b = 3
  call cts_mark(__LINE__)
  !$omp teams num_teams(2) thread_limit(1)
  !$omp workdistribute
  a = b + 1
  !$omp end workdistribute
  !$omp end teams
  call cts_after('teams', __LINE__)
  call cts_total('workdistribute.type', 2, 'work endpoint=begin work_type=workdistribute/distribute', &
                 __LINE__)
  call cts_total('workdistribute.no-barrier', 0, 'sync_region kind=barrier_implicit_workshare', &
                 __LINE__)
  call cts_value('workdistribute.type', 'sum', sum(a), 256, __LINE__)
end program
