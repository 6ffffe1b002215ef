// Every member of a team generates tasks: each creation is made by the thread that encounters the
// construct, in its implicit task.
#include "cts.h"

int main(void) {
  int team = 0;
#pragma omp parallel num_threads(4)
  {
    cts_increment(&team);
    cts_mark();
    for (int i = 0; i < 5; i++) {
      cts_expect("task-create.context", "task_create => encountering_task=current");
#pragma omp task
      cts_body("task");
    }
    cts_count("task-create.one-per-task", 5, "task_create flags&explicit");
  }
  cts_total("task-create.one-per-task", 5 * team, "task_create flags&explicit");
}
