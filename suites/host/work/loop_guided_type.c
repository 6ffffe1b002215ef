// A loop with schedule(guided) is reported as loop_guided.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_num_threads() > 1) /* to one thread every schedule is the same */
      cts_expect("loop.type-by-schedule", "work endpoint=begin => work_type=loop_guided");
    cts_expect("loop.count", "work endpoint=begin => count=30");
    cts_mark();
#pragma omp for schedule(guided)
    for (int i = 0; i < 30; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
  }
}
