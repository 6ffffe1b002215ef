// SHOWS: tool.harmless
// RECORD: --probes=full
#include <omp.h>

int main(void) {
  omp_set_max_active_levels(3);
  for (int i = 0; i < 60; i++) {
#pragma omp parallel num_threads(1 + i % 3)
#pragma omp parallel num_threads(1 + (i + omp_get_thread_num()) % 3)
    {
#pragma omp single nowait
#pragma omp parallel num_threads(2)
#pragma omp task
      ;
#pragma omp task
      ;
    }
  }
}
