// A task generated outside every parallel region: the initial task is the encountering task.
#include "cts.h"

int main(void) {
  cts_mark();
  cts_expect("task-create.flags-explicit", "task_create => flags&explicit");
  cts_expect("task-create.context", "task_create => encountering_task=current");
  cts_expect("task-create.codeptr", "task_create => codeptr_ra@function=main");
#pragma omp task
  cts_body("task");
#pragma omp taskwait
  cts_after("task");
  cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
}
