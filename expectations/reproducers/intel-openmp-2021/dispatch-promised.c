// SHOWS: loop.dispatch-chunk
#include "cts.h"

int main(void) {
  cts_total_range("loop.dispatch-chunk", 1, 4, "dispatch kind=ws_loop_chunk/iteration");
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 4; i++)
    ;
}
