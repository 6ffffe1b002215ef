// schedule(dynamic, 4) over 22 iterations: six chunks in the whole team, or 22 iterations.
// RULES: loop.dispatch-chunk loop.dispatch-iteration loop.dispatch-between
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < 22; i++)
      cts_body("loop");
    cts_after("loop");
  }
  cts_total_range("loop.dispatch-chunk", 0, 6, "dispatch kind=ws_loop_chunk");
  cts_total_range("loop.dispatch-iteration", 0, 22, "dispatch kind=iteration");
  cts_total_range("loop.dispatch-chunk", 6, 22, "dispatch kind=ws_loop_chunk/iteration");
}
