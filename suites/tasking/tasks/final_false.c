// A final clause that evaluates to false does not make the task final.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-create.flags-final", "task_create => flags!&final");
#pragma omp task final(omp_get_num_threads() > 1000)
    {
      cts_body("task");
      cts_value("task-create.flags-final", "omp_in_final", omp_in_final() != 0, 0);
    }
  }
}
