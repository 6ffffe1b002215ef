// A task from the serial part: the initial task has an enter frame while it generates and waits,
// and still no exit frame.
// RULES: task-create.frame frame.initial-exit-null frame.enclosing-function
// RULES: frame.exit-set-in-user-code
// FLAGS: -O0
#include "cts.h"

int main(void) {
  cts_body("serial");
  cts_frame("task");
#pragma omp task
  cts_body("task");
#pragma omp taskwait
  cts_after("task");
  cts_body("serial");
}
