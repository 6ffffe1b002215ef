// SHOWS: frame.nesting-order
// MAY SHOW: frame.exit-set-in-user-code implicit-task-begin.parallel-data teams-begin.before-initial-tasks
#include "cts.h"

int main(void) {
#pragma omp teams num_teams(2) thread_limit(1)
#pragma omp parallel
  cts_frame("parallel");
}
