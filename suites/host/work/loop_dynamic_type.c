// A loop with schedule(dynamic) is reported as loop_dynamic (a runtime that steals may say other).
// RULES: loop.type-by-schedule loop.same-type-team work.end-type-matches loop.type-5.0
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.type-by-schedule",
               "work endpoint=begin => work_type=loop_dynamic/loop_other");
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 12; i++)
      cts_body("loop");
    cts_after("loop");
  }
}
