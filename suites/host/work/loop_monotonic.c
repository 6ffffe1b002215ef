// The monotonic and nonmonotonic modifiers leave the count alone, and the type a dynamic one.
// RULES: loop.count loop.type-by-schedule work.pair
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.type-by-schedule",
               "work endpoint=begin => work_type=loop_dynamic/loop_other count=14");
#pragma omp for schedule(monotonic : dynamic, 2)
    for (int i = 0; i < 14; i++)
      cts_body("loop");
    cts_after("loop");
    cts_expect("loop.type-by-schedule",
               "work endpoint=begin => work_type=loop_dynamic/loop_other");
    cts_expect("loop.count", "work endpoint=begin => count=15");
#pragma omp for schedule(nonmonotonic : dynamic)
    for (int i = 0; i < 15; i++)
      cts_body("loop");
    cts_after("loop");
  }
}
