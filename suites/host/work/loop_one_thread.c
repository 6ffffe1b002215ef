// A loop in a team of one is a worksharing region as well.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_expect("loop.count", "work endpoint=begin => count=6");
    cts_mark();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 6; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
