// A taskloop whose tasks are undeferred, without a taskgroup.
// FLAGS: -O1
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop grainsize(2) if (0) nogroup
    for (int i = 0; i < 6; ++i)
      cts_body("taskloop");
  }
}
