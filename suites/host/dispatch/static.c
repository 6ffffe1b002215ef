// A static loop: a dispatch for each thread that has iterations, at most one for each iteration.
// RULES: loop.dispatch-chunk loop.dispatch-between
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int mine = 0;
    cts_mark();
#pragma omp for schedule(static)
    for (int i = 0; i < 18; i++) {
      cts_body("loop");
      mine++;
    }
    cts_after("loop");
    cts_count_range("loop.dispatch-chunk", mine > 0, mine,
                    "dispatch kind=ws_loop_chunk/iteration");
  }
}
