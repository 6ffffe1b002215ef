// Target regions that the host executes, one of them in a task, and a region inside.
#include "variants.h"

static __attribute__((noinline)) void region(void) {
#pragma omp parallel num_threads(2)
  inside("parallel");
}

int main(void) {
#pragma omp target if (0) map(tofrom : bodies)
  {
    inside("target");
    region();
  }
#pragma omp target nowait if (0) map(tofrom : bodies)
  inside("target");
#pragma omp taskwait
  return bodies != 1 + 2 + 1;
}
