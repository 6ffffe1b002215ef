// A parallel region in each team of a league.
// RULES: teams-begin.flags-league implicit-task-begin.index-is-thread-num teams-begin.requested
// RULES: implicit-task-begin.actual
#include "cts.h"

int main(void) {
  cts_expect("teams-begin.flags-league", "parallel_begin => flags&league flags!&team");
  cts_expect("teams-begin.requested", "parallel_begin flags&league => requested_parallelism=2");
#pragma omp teams num_teams(2) thread_limit(2)
  {
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
  cts_after("teams");
}
