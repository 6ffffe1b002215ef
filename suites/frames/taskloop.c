// The tasks of a taskloop: each has an exit frame in its iterations; the encountering task is back
// in user code after the construct.
// RULES: frame.exit-set-in-user-code frame.cleared-after frame.enter-null-in-user-code
// RULES: task-create.frame
// FLAGS: -O0
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < 8; i++)
      cts_body("taskloop");
    cts_after("taskloop");
    cts_body("single");
  }
}
