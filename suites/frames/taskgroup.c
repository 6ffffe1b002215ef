// The end of a taskgroup executes tasks: the enter frame of the encountering task is set there and
// cleared after it.
// RULES: frame.enter-set-when-suspended frame.cleared-after frame.enter-null-in-user-code
// FLAGS: -O0
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
      cts_body("taskgroup");
      for (int i = 0; i < 4; i++) {
#pragma omp task
        cts_body("task");
      }
    }
    cts_after("taskgroup");
    cts_body("single");
  }
}
