// schedule(dynamic, 1): chunks are iterations, so a thread that runs n of them reports n
// dispatches, by chunk or by iteration.
// RULES: loop.dispatch-chunk loop.dispatch-iteration loop.dispatch-between
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int mine = 0;
    cts_mark();
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 30; i++) {
      cts_body("loop");
      mine++;
    }
    cts_after("loop");
    cts_count("loop.dispatch-chunk", mine, "dispatch kind=ws_loop_chunk/iteration");
  }
  cts_total("loop.dispatch-chunk", 30, "dispatch kind=ws_loop_chunk/iteration");
  cts_total("loop.dispatch-iteration", 0, "dispatch kind=iteration instance>29");
}
