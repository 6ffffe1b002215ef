// A league of two teams: the region has the league bit, the number asked for, and one initial
// task for each team.
// RULES: teams-begin.flags-league teams-begin.requested teams.initial-task-per-team
// RULES: teams.flags-initial teams.end-null teams.end-parallelism-0 barrier.teams-kind
#define CLAUSES num_teams(2) thread_limit(1)
#include "league.h"

int main(void) {
  cts_expect("teams-begin.flags-league", "parallel_begin => flags&league flags!&team");
  cts_expect("teams-begin.requested", "parallel_begin => requested_parallelism=2");
  league();
}
