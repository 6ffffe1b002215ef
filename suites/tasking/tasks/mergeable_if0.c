// An undeferred mergeable task may be merged. If it is, and a task is still announced, it must be
// announced as merged only together with mergeable; a merged task is never scheduled.
// RULES: task-create.flags-merged task-schedule.no-merged task-create.one-per-task
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp task mergeable if (0)
    cts_body("task");
    cts_after("task");
    cts_count_range("task-create.one-per-task", 0, 1, "task_create flags&explicit");
    cts_count("task-create.flags-merged", 0, "task_create flags&merged flags!&mergeable");
  }
}
