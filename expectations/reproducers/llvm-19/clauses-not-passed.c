// SHOWS: task-create.flags-untied task-create.flags-mergeable codeptr.in-function
// MAY SHOW: frame.enter-set-when-suspended
#include "cts.h"

int main(void) {
  cts_expect("task-create.flags-mergeable", "task_create => flags&mergeable");
#pragma omp task mergeable
  ;
#pragma omp taskwait
  cts_mark();
#pragma omp taskloop untied num_tasks(2)
  for (int i = 0; i < 4; i++)
    ;
  cts_count("task-create.flags-untied", 0, "task_create flags!&untied");
}
