// schedule(static, 3): the count is that of the loop, not of the chunks.
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_expect("loop.type-by-schedule", "work endpoint=begin => work_type=loop_static");
    cts_expect("loop.count", "work endpoint=begin => count=25");
    cts_mark();
#pragma omp for schedule(static, 3)
    for (int i = 0; i < 25; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
