// A task with if(0) is undeferred: the encountering task cannot go on before the new task has
// completed, and the flags say so.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred");
#pragma omp task if (0)
    cts_body("task");
    cts_after("task");
    cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
  }
}
