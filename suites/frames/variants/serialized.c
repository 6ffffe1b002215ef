// Serialized regions: by the if clause, inside one another, for the number of threads, and inside
// an active region.
#include "variants.h"

static __attribute__((noinline)) void region(int more) {
#pragma omp parallel if (0)
  {
    if (more > 0)
      region(more - 1);
    inside("parallel");
  }
}
static __attribute__((noinline)) void team_of_one(void) {
#pragma omp parallel num_threads(1)
  inside("parallel");
}

int main(void) {
  region(1);
  team_of_one();
#pragma omp parallel num_threads(2)
  region(0);
  return bodies != 2 + 1 + 2;
}
