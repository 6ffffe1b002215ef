// Without clauses the implementation chooses the number of teams: as many initial tasks as
// omp_get_num_teams says.
// RULES: teams-begin.flags-league teams.initial-task-per-team implicit-task-begin.one-per-index
// RULES: barrier.closing-once
#include "cts.h"

int main(void) {
  int teams = 0;
  cts_expect("teams-begin.flags-league", "parallel_begin => flags&league flags!&team");
#pragma omp teams
  if (omp_get_team_num() == 0)
    teams = omp_get_num_teams();
  cts_after("teams");
  for (int team = 0; team < teams; team++)
    cts_total("teams.initial-task-per-team", 1,
              "implicit_task endpoint=begin flags&initial index=%d actual_parallelism=%d", team,
              teams);
}
