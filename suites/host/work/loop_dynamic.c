// schedule(dynamic, 1): every member reports the loop once, with the number of iterations.
// RULES: work.pair work.every-team-member loop.count work.begin-after-encounter work.end-after-body
// RULES: work.same-thread work.count-end-zero
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    cts_expect("loop.count",
               "work endpoint=begin work_type=loop/loop_dynamic/loop_guided/loop_other/loop_static"
               " => count=20");
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 20; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
