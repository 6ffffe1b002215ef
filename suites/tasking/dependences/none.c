// A task without depend clause has no dependences, and none are announced, even among tasks that
// have some.
// RULES: task-create.has-dependences dependences.ndeps-positive frame.points-into-stack
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  for (int i = 0; i < 3; i++) {
    cts_mark();
    cts_expect("task-create.has-dependences", "task_create => has_dependences=0");
#pragma omp task
    cts_body("task");
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
#pragma omp task depend(in : x)
    cts_body("task");
    cts_expect("task-create.has-dependences", "task_create => has_dependences=0");
#pragma omp task
    cts_body("task");
    cts_count("dependences.ndeps-positive", 1, "dependences ndeps>0");
    cts_count("dependences.ndeps-positive", 1, "dependences");
  }
  return x;
}
