// schedule(runtime) with the schedule set by omp_set_schedule, another one for each loop.
#include "cts.h"

int main(void) {
  static const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
  for (int k = 0; k < 3; k++) {
    omp_set_schedule(kinds[k], 2);
#pragma omp parallel num_threads(2)
    {
      cts_expect("loop.count", "work endpoint=begin => count=%d", 10 + k);
      cts_mark();
#pragma omp for schedule(runtime)
      for (int i = 0; i < 10 + k; i++)
        cts_body("loop");
      cts_after("loop");
      cts_count("work.every-team-member", 1, "work endpoint=begin");
      cts_count("work.pair", 1, "work endpoint=end");
    }
  }
}
