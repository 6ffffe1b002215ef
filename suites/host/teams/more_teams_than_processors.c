// The number of teams that is reported is the number asked for, also where the implementation makes
// fewer.
// RULES: teams-begin.requested teams.initial-task-per-team teams.native-thread-events
#include "cts.h"

int main(void) {
  int teams = 0, wanted = omp_get_num_procs() + 2;
  cts_expect("teams-begin.requested", "parallel_begin flags&league => requested_parallelism=%d",
             wanted);
#pragma omp teams num_teams(wanted) thread_limit(1)
  if (omp_get_team_num() == 0)
    teams = omp_get_num_teams();
  cts_after("teams");
  cts_total("teams.initial-task-per-team", teams,
            "implicit_task endpoint=begin flags&initial actual_parallelism=%d index<%d", teams,
            teams);
}
