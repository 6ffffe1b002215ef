! A league of two teams from Fortran.
program league
  use cts
  use omp_lib
  implicit none
  integer :: teams, team
  teams = 0
  call cts_expect('teams-begin.flags-league', 'parallel_begin => flags&league flags!&team', &
                  __LINE__)
  call cts_expect('teams-begin.requested', 'parallel_begin => requested_parallelism=2', __LINE__)
  !$omp teams num_teams(2) thread_limit(1) shared(teams)
  if (omp_get_team_num() == 0) teams = omp_get_num_teams()
  !$omp end teams
  call cts_after('teams', __LINE__)
  do team = 0, teams - 1
    call cts_total('teams.initial-task-per-team', 1, &
                   'implicit_task endpoint=begin flags&initial index=' // cts_int(team) // &
                   ' actual_parallelism=' // cts_int(teams), __LINE__)
  end do
end program
