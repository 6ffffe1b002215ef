// Static loops that one thread executes, in a team of one and outside of all regions: if the
// runtime reports the loops, it counts their iterations as elsewhere.
// REQUIRES: visible_static_loop
#include "cts.h"

static void loops(void) {
  cts_mark();
#pragma omp for schedule(static)
  for (int i = 0; i < 10; i++)
    cts_body("loop");
#pragma omp for schedule(static, 3)
  for (int i = 5; i < 15; i++)
    cts_body("loop");
  cts_count("loop.count", 0, "work work_type=loop_static endpoint=begin count!=10");
  cts_count_range("work.pair", 0, 2, "work work_type=loop_static endpoint=end");
}

int main(void) {
  loops();
#pragma omp parallel num_threads(1)
  loops();
}
