// A plain task has the explicit bit and none of the bits that it gave no reason for: it is not
// final, untied, mergeable or merged. Whether the runtime defers it is the runtime's choice.
// RULES: task-create.one-per-task task-create.flags-explicit task-create.flags-final
// RULES: task-create.flags-untied task-create.flags-mergeable task-create.flags-merged
// RULES: task-create.has-dependences task-create.flags-low-byte
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; i++) {
    cts_mark();
    cts_expect("task-create.flags-explicit", "task_create => flags&explicit");
    cts_expect("task-create.flags-final", "task_create => flags!&final");
    cts_expect("task-create.flags-untied", "task_create => flags!&untied");
    cts_expect("task-create.flags-mergeable", "task_create => flags!&mergeable");
    cts_expect("task-create.flags-merged", "task_create => flags!&merged");
    cts_expect("task-create.has-dependences", "task_create => has_dependences=0");
#pragma omp task
    cts_body("task");
    cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
  }
}
