// The combined construct: the loop's events nest in those of the region on every member.
#include "cts.h"

int main(void) {
  int threads = 0;
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=2");
  cts_expect("loop.count", "work endpoint=begin => count=21");
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 21; i++) {
    cts_body("loop");
    if (i == 0)
      threads = omp_get_num_threads();
  }
  cts_after("parallel");
  cts_total("combined.as-nested", 1, "parallel_begin");
  cts_total("work.pair", threads, "work endpoint=begin count=21");
}
