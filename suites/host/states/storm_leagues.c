// Signals in leagues and in what stands in them, at reductions, and in regions inside one another.
// RULES: sigsafe.inquiry sigsafe.consistent
// REQUIRES: host_teams
// RECORD: --sample=20000
#include "cts.h"

int main(void) {
  int sum = 0, most = 0;
  omp_set_max_active_levels(2);
  do {
#pragma omp teams num_teams(2) thread_limit(1) reduction(+ : sum)
#pragma omp distribute dist_schedule(static, 1)
    for (int i = 0; i < 4; ++i)
      ++sum;
#pragma omp parallel num_threads(2) reduction(max : most)
    {
#pragma omp for schedule(runtime) nowait
      for (int i = 0; i < 4; ++i) {
      }
#pragma omp sections reduction(+ : sum)
      {
#pragma omp section
        ++sum;
#pragma omp section
        ++sum;
      }
#pragma omp parallel num_threads(1) reduction(+ : most)
      most += omp_get_level();
#pragma omp barrier
    }
  } while (cts_wants_samples(8000));
}
