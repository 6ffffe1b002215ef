// A league of two teams: the region has the league bit, the number asked for, and one initial
// task for each team.
// RULES: teams-begin.flags-league teams-begin.requested teams.initial-task-per-team
// RULES: teams.flags-initial teams.end-null teams.end-parallelism-0 barrier.teams-kind
#include "cts.h"

int main(void) {
  int teams = 0;
  cts_expect("teams-begin.flags-league", "parallel_begin => flags&league flags!&team");
  cts_expect("teams-begin.requested", "parallel_begin => requested_parallelism=2");
#pragma omp teams num_teams(2) thread_limit(1)
  if (omp_get_team_num() == 0)
    teams = omp_get_num_teams();
  cts_after("teams");
  for (int team = 0; team < teams; team++)
    cts_total("teams.initial-task-per-team", 1,
              "implicit_task endpoint=begin flags&initial index=%d actual_parallelism=%d", team,
              teams);
}
