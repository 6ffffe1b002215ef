// nowait: two loops in a row without a barrier between them; each member reports both in order.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    cts_expect("loop.count", "work endpoint=begin => count=9");
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 9; i++)
      cts_body("loop");
    cts_after("loop");
    cts_expect("loop.count", "work endpoint=begin => count=11");
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 11; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 2, "work endpoint=begin");
    cts_count("loop.nowait-no-barrier", 0, "sync_region kind=barrier_implicit_workshare");
    cts_count("work.pair", 2, "work endpoint=end");
  }
}
