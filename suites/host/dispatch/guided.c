// Guided chunks: at least one dispatch for every thread that runs iterations, none for the others.
// RULES: loop.type-by-schedule loop.dispatch-chunk loop.dispatch-between
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int mine = 0;
    cts_mark();
#pragma omp for schedule(guided, 2)
    for (int i = 0; i < 50; i++) {
      cts_body("loop");
      mine++;
    }
    cts_after("loop");
    if (omp_get_num_threads() > 1) /* to one thread every schedule is the same */
      cts_count("loop.type-by-schedule", 0, "work endpoint=begin work_type!=loop_guided/loop");
    cts_count_range("loop.dispatch-chunk", mine > 0, mine,
                    "dispatch kind=ws_loop_chunk/iteration");
  }
}
