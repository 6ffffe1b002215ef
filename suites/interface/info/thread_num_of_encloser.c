// One level out, the primary thread of an inner team has its number in the outer team.
// RULES: task-info.thread-num task-info.ancestors task-info.available-above-0
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 0) {
        /* 1, not available now, is an answer, too */
        cts_expect("task-info.thread-num", "probe_task asked=note level=0 => result=2 thread_num=0");
        cts_mark();
      }
      cts_body("parallel");
      if (omp_get_thread_num() == 0)
        cts_count("task-info.ancestors", 0, "probe_task asked=note level=1 result=2 thread_num!=%d",
                  outer);
    }
  }
}
