// Taskloops with deferred and with undeferred tasks.
#include "variants.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop num_tasks(2)
    for (int i = 0; i < 2; ++i)
      inside("taskloop");
#pragma omp taskloop num_tasks(2) if (0) nogroup
    for (int i = 0; i < 2; ++i)
      inside("taskloop");
  }
  return bodies != 4;
}
