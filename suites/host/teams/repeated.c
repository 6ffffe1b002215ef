// Leagues one after the other, of one team and of two in turn.
// RULES: teams-begin.requested teams.initial-task-per-team parallel-end.paired data.dead-entity
// RULES: task-info.parallel parallel-info.levels implicit-task-begin.data-none
#include "cts.h"

int main(void) {
  cts_mark();
  for (int round = 0; round < 4; round++) {
    int wanted = 1 + round % 2;
    int teams = 0;
    cts_expect("teams-begin.requested", "parallel_begin flags&league => requested_parallelism=%d",
               wanted);
#pragma omp teams num_teams(wanted) thread_limit(1)
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
    cts_after("teams");
    cts_count("teams.initial-task-per-team", 1,
              "implicit_task endpoint=begin flags&initial index=0 actual_parallelism=%d", teams);
    cts_mark();
  }
  cts_total("parallel-end.paired", 4, "parallel_begin flags&league");
  cts_total("parallel-end.paired", 4, "parallel_end flags&league");
}
