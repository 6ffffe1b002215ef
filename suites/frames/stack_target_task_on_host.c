// A target task that the host executes.
// FLAGS: -O0
#include "stack.h"

int main(void) {
  int done = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait if (0) map(tofrom : done)
    {
      cts_body("target");
      done = 1;
    }
#pragma omp taskwait
  }
  return done != 1;
}
