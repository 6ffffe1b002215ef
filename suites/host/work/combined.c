// Combined constructs: the callbacks come as if the leaf constructs had been nested.
#include "cts.h"

int main(void) {
  cts_mark();
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 8; i++)
    cts_body("loop");
  cts_after("parallel");
  cts_count("combined.as-nested", 1, "parallel_begin");
  cts_total("combined.as-nested", 2, "implicit_task endpoint=begin flags&implicit");
  cts_total("combined.as-nested", 2, "work endpoint=begin work_type=loop_dynamic");
  /* the schedule at the end is for the runtime to say */
  cts_total("combined.as-nested", 2,
            "work endpoint=end work_type=loop/loop_static/loop_dynamic/loop_guided/loop_other");
  cts_mark();
#pragma omp parallel master num_threads(2)
#pragma omp taskloop num_tasks(3)
  for (int i = 0; i < 6; i++)
    cts_body("taskloop");
  cts_after("parallel");
  cts_count("combined.as-nested", 1, "work endpoint=begin work_type=taskloop");
  cts_count("combined.as-nested", 3, "task_create flags&explicit");
}
