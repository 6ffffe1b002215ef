// Taskloops with deferred and with undeferred tasks,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RECORD: --stacks=all
// BUILD: O0 -O0 -fno-omit-frame-pointer
// BUILD: O0_without -O0 -fomit-frame-pointer
// BUILD: O2 -O2 -fno-omit-frame-pointer
// BUILD: O2_without -O2 -fomit-frame-pointer
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
