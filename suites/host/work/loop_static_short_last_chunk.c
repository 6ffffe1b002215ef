// schedule(static, 2) of five iterations: the last chunk has one.
// RULES: loop.count work.every-team-member work.pair loop.dispatch-chunk
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_expect("loop.count", "work endpoint=begin => count=5");
    cts_mark();
#pragma omp for schedule(static, 2)
    for (int i = 0; i < 5; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
