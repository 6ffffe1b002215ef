// Cancellation, where OMP_CANCELLATION allows it: of loops, of a taskgroup and of a region.
#include <omp.h>
#include <stdlib.h>

int main(void) {
  int count = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 12; ++i) {
#pragma omp cancel for if (i == 3)
#pragma omp atomic
      count++;
    }
  }
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 12; ++i) {
#pragma omp cancel for if (i == 1)
#pragma omp atomic
      count++;
    }
  }
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 6; ++i)
#pragma omp task
  {
#pragma omp cancel taskgroup if (i == 2)
#pragma omp cancellation point taskgroup
#pragma omp atomic
    count++;
  }
#pragma omp parallel num_threads(3)
  {
#pragma omp cancel parallel
#pragma omp atomic
    count++;
  }
  return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
