// A worksharing loop outside any parallel construct binds to the initial task's team of one.
#include "cts.h"

int main(void) {
  cts_mark();
  cts_expect("loop.count", "work endpoint=begin => count=8");
  cts_expect("work.task-data", "work endpoint=begin => task=current");
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 8; i++)
    cts_body("loop");
  cts_after("loop");
  cts_count("work.pair", 1, "work endpoint=begin");
  cts_count("work.pair", 1, "work endpoint=end");
}
