// A library whose only function runs a parallel region of so many threads.
#include "cts.h"

#include <stdlib.h>

int region(const char *threads) {
  const int wanted = atoi(threads);
  int came = 0;
#pragma omp parallel num_threads(wanted) reduction(+ : came)
  {
    cts_body("parallel");
    ++came;
  }
  return came == wanted ? 0 : 1;
}
