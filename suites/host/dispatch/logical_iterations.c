// A loop from 0 by 1: the dispatched iteration is both the variable's value and the logical number.
// With one thread an implementation may take the whole loop as one chunk.
#include "cts.h"

int main(void) {
  cts_expect("dispatch.parallel-task", "dispatch => task=current");
#pragma omp parallel num_threads(1)
  {
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 7; i++)
      cts_body("loop");
    cts_after("loop");
  }
  cts_total("loop.dispatch-iteration", 0, "dispatch kind=iteration instance>6");
  cts_total_range("loop.dispatch-chunk", 1, 7, "dispatch kind=ws_loop_chunk/iteration");
}
