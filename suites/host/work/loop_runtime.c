// schedule(runtime): the environment chooses; whatever type is reported, begin and end agree and
// the count is right.
// RULES: loop.count work.pair work.every-team-member work.end-type-matches
// ENV: OMP_SCHEDULE=guided,2
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.count", "work endpoint=begin => count=18");
    cts_mark();
#pragma omp for schedule(runtime)
    for (int i = 0; i < 18; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
