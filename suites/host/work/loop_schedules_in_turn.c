// Loops of different schedules and lengths in turn, twenty times: each loop reports its own type
// and count, not those of the loop before, and the barriers stay implicit.
// REQUIRES: visible_static_loop
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  for (int round = 0; round < 20; round++) {
    cts_expect("loop.type-by-schedule", "work endpoint=begin => work_type=loop_static count=6");
#pragma omp for schedule(static)
    for (int i = 0; i < 6; i++)
      cts_body("loop");
    cts_expect("loop.type-by-schedule",
               "work endpoint=begin => work_type=loop_dynamic/loop_other count=8");
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 8; i++)
      cts_body("loop");
    cts_expect("loop.type-by-schedule",
               "work endpoint=begin => work_type=loop_guided/loop_other count=10");
#pragma omp for schedule(guided)
    for (int i = 0; i < 10; i++)
      cts_body("loop");
    cts_after("loop");
  }
  cts_total("loop.count", 40, "work endpoint=begin count=6");
  cts_total("loop.count", 40, "work endpoint=begin count=8");
  cts_total("loop.count", 40, "work endpoint=begin count=10");
  cts_total("barrier.implicit-workshare-kind", 0, "sync_region kind=barrier_explicit");
}
