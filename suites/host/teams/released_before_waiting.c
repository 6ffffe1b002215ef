// Regions and leagues of two follow each other at once, with threads that sleep where they wait:
// now and then the other thread finds the next one begun before it waits at the end of the last.
// RULES: sync.wait-pair implicit-task-end.flags teams.flags-initial
// ENV: OMP_WAIT_POLICY=passive
#include "cts.h"

int main(void) {
  for (int i = 0; i < 100; i++) {
#pragma omp parallel num_threads(2)
    {}
  }
  for (int i = 0; i < 100; i++) {
#pragma omp teams num_teams(2) thread_limit(1)
    {}
  }
}
