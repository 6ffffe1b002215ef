// SHOWS: distribute.chunk implicit-task-begin.parallel-data teams-begin.before-initial-tasks
// MAY SHOW: loop.dispatch-chunk frame.cleared-after
// ENV: OMP_THREAD_LIMIT=1
#include "cts.h"

int main(void) {
#pragma omp teams num_teams(1)
  {
    cts_mark();
#pragma omp distribute
    for (int i = 0; i < 8; i++)
      ;
    cts_count("distribute.chunk", 1, "dispatch kind=distribute_chunk chunk[1]>0");
  }
}
