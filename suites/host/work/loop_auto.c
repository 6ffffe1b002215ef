// schedule(auto): the implementation chooses type and chunks; the count is the loop's.
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.count", "work endpoint=begin => count=16");
    cts_mark();
#pragma omp for schedule(auto)
    for (int i = 0; i < 16; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
