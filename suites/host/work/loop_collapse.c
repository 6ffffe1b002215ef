// collapse(3): the count is that of the collapsed space.
// RULES: loop.count work.pair work.every-team-member
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.count", "work endpoint=begin => count=60");
    cts_mark();
#pragma omp for collapse(3) schedule(dynamic)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++)
        for (int k = 0; k < 5; k++)
          cts_body("loop");
    cts_after("loop");
    cts_count("work.pair", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
