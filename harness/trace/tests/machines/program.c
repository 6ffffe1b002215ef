// The program that the traces here have recorded. Its teams stay in step, so the traces of all
// machines have the same events in each thread.
#include <omp.h>

int main(void) {
  int sum = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    sum += 1;
#pragma omp barrier
#pragma omp masked
#pragma omp task if (0) shared(sum)
    sum += 1;
#pragma omp barrier
  }
#pragma omp parallel num_threads(2)
#pragma omp critical
  sum += 1;
  return sum == 5 ? 0 : 1;
}
