// The combined construct with a false if clause: one thread runs all iterations in one region.
#include "cts.h"

int main(void) {
  volatile int no = 0;
  cts_mark();
  cts_expect("implicit-task-begin.actual",
             "implicit_task endpoint=begin flags!&initial => actual_parallelism=1 index=0");
  cts_expect("loop.count", "work endpoint=begin => count=5");
#pragma omp parallel for num_threads(3) schedule(dynamic) if (no)
  for (int i = 0; i < 5; i++)
    cts_body("loop");
  cts_after("parallel");
  cts_count("work.pair", 1, "work endpoint=begin");
  cts_count("work.pair", 1, "work endpoint=end");
}
