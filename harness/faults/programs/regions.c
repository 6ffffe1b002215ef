// Regions: several in turn, nested, serialized by if and by num_threads, and in tasks.
#include <omp.h>
#include <stdlib.h>

static int sum;

static void region(int threads, int condition) {
#pragma omp parallel num_threads(threads) if (condition)
#pragma omp atomic
  sum += omp_get_num_threads();
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int i = 0; i < 3; ++i)
    region(2 + i % 2, 1);
  region(1, 1);
  region(4, 0);
#pragma omp parallel num_threads(2)
  {
    region(2, 1);
    region(2, 0);
#pragma omp barrier
#pragma omp single
#pragma omp task
    region(2, 0);
  }
  return sum < 20 ? EXIT_FAILURE : EXIT_SUCCESS;
}
