// if(0) in the serial part.
#include "cts.h"

int main(void) {
  cts_mark();
  cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred");
#pragma omp task if (0)
  cts_body("task");
  cts_after("task");
  cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
}
