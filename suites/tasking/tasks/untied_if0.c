// if(0) makes a task undeferred, not included: the untied clause still counts.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-create.flags-untied", "task_create => flags&untied");
    cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred");
#pragma omp task untied if (0)
    cts_body("task");
    cts_after("task");
  }
}
