// schedule(static) with a chunk for each thread: type loop_static and the whole iteration count.
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    cts_expect("loop.type-by-schedule", "work endpoint=begin => work_type=loop_static");
    cts_expect("loop.count", "work endpoint=begin => count=40");
    cts_mark();
#pragma omp for schedule(static)
    for (int i = 0; i < 40; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
