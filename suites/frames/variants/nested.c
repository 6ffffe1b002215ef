// Active regions inside one another.
#include "variants.h"

static __attribute__((noinline)) void region(int more) {
#pragma omp parallel num_threads(2)
  {
    if (more > 0)
      region(more - 1);
    inside("parallel");
  }
}

int main(void) {
  omp_set_max_active_levels(3);
  region(2);
  return bodies != 2 + 4 + 8;
}
