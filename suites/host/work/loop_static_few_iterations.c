// Fewer iterations than threads: those that get none take part in the loop all the same.
// RULES: loop.count work.every-team-member work.pair loop.dispatch-chunk
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    cts_expect("loop.count", "work endpoint=begin => count=2");
    cts_mark();
#pragma omp for schedule(static)
    for (int i = 0; i < 2; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
