// Different worksharing constructs one after the other, with and without barriers: each member
// reports the same sequence.
// RULES: work.every-team-member work.pair work.end-before-barrier
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_mark();
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 6; i++)
      cts_body("loop");
#pragma omp single
    cts_body("single");
#pragma omp for schedule(guided)
    for (int i = 0; i < 6; i++)
      cts_body("loop");
#pragma omp single nowait
    cts_body("single");
    cts_count("work.every-team-member", 4, "work endpoint=begin");
    cts_count("work.pair", 4, "work endpoint=end");
  }
}
