// A task construct in a function of its own: the code address, if there is one, lies in it.
#include "cts.h"

static __attribute__((noinline)) void spawn(void) {
  cts_expect("task-create.codeptr", "task_create => codeptr_ra@function=spawn");
  cts_expect("task-create.context", "task_create => encountering_task=current");
#pragma omp task
  cts_body("task");
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn();
}
