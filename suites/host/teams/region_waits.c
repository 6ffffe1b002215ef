// The primary thread of a region in a league's team waits for the task that the other member
// executes in the closing barrier: the barrier's events name the task of the region, and not the
// initial task around it. The size of the team around is that of the league's team.
// RULES: sync.task-data parallel-info.team-size
#include "cts.h"
#include <sched.h>

int main(void) {
#pragma omp teams num_teams(1) thread_limit(2)
  {
    int begun = 0;
#pragma omp parallel num_threads(2) shared(begun)
    if (omp_get_thread_num() == 1) {
#pragma omp task shared(begun)
      {
        cts_announce(&begun);
        for (int i = 0; i < 10000; i++)
          sched_yield();
      }
    } else {
      // The other member takes the task at the end of the region, if this one does not come first.
      for (int i = 0; i < 10000 && !__atomic_load_n(&begun, __ATOMIC_ACQUIRE); i++)
        sched_yield();
    }
  }
}
