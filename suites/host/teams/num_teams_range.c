// A range of teams: the upper bound is what is reported in practice, the lower one acceptable.
// REQUIRES: num_teams_range
#include "cts.h"

int main(void) {
  int teams = 0;
  cts_expect("teams-begin.requested", "parallel_begin flags&league => requested_parallelism=2/3/4");
#pragma omp teams num_teams(2 : 4) thread_limit(1)
  if (omp_get_team_num() == 0)
    teams = omp_get_num_teams();
  cts_after("teams");
  for (int team = 0; team < teams; team++)
    cts_total("teams.initial-task-per-team", 1,
              "implicit_task endpoint=begin flags&initial index=%d actual_parallelism=%d", team,
              teams);
}
