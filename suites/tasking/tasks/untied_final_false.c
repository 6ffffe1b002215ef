// A final clause that is false leaves the untied clause in force.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-create.flags-untied", "task_create => flags&untied");
    cts_expect("task-create.flags-final", "task_create => flags!&final");
#pragma omp task untied final(omp_get_num_threads() > 1000)
    cts_body("task");
  }
}
