// collapse(2) over a static schedule: the count is the product of both.
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_expect("loop.count", "work endpoint=begin => count=42");
    cts_mark();
#pragma omp for collapse(2) schedule(static)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 7; j++)
        cts_body("loop");
    cts_after("loop");
    cts_count("work.pair", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
