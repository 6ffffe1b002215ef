// Signals while regions, loops and barriers begin and end: the handler's questions are answered.
// RULES: sigsafe.inquiry sigsafe.consistent
// RECORD: --sample=20000
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
  do {
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(dynamic, 1) nowait
      for (int i = 0; i < 4; ++i) {
      }
#pragma omp barrier
#pragma omp single
      {}
#pragma omp parallel num_threads(2)
      {
      }
    }
  } while (cts_wants_samples(8000));
}
