// Collapsed loops are dispatched by logical iterations: twelve chunks of one, numbered below 12.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for collapse(2) schedule(dynamic, 1)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++)
        cts_body("loop");
    cts_after("loop");
  }
  cts_total("loop.dispatch-chunk", 12, "dispatch kind=ws_loop_chunk/iteration");
  cts_total("loop.dispatch-iteration", 0, "dispatch kind=iteration instance>11");
}
