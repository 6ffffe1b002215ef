// SHOWS: cancel.discarded-with-construct
// ENV: OMP_CANCELLATION=true
#include <stdio.h>

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp parallel num_threads(1)
    {
#pragma omp cancel parallel
    }
#pragma omp task shared(executed)
    executed++;
  }
  printf("%d instead of 1\n", executed);
}
