// A league of one team: its initial task has index 0, unlike the program's own initial task.
// RULES: teams-begin.flags-league teams-begin.requested teams.initial-task-per-team
// RULES: teams-begin.before-initial-tasks implicit-task-begin.parallel-data
#include "cts.h"

static volatile int touched;

int main(void) {
  cts_expect("teams-begin.flags-league", "parallel_begin => flags&league flags!&team");
  cts_expect("teams-begin.requested", "parallel_begin => requested_parallelism=1");
#pragma omp teams num_teams(1) thread_limit(1)
  touched = 1;
  cts_after("teams");
  cts_total("teams.initial-task-per-team", 1,
            "implicit_task endpoint=begin flags&initial index=0 actual_parallelism=1");
}
