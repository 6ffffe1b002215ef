// Without clauses the implementation chooses the number of teams: as many initial tasks as
// omp_get_num_teams says.
// RULES: teams-begin.flags-league teams.initial-task-per-team implicit-task-begin.one-per-index
// RULES: barrier.closing-once
#define CLAUSES
#include "league.h"

int main(void) {
  cts_expect("teams-begin.flags-league", "parallel_begin => flags&league flags!&team");
  league();
}
