// An orphaned loop in a function called from a region belongs to that region and its tasks.
#include "cts.h"

static void loop(void) {
  cts_expect("work.task-data", "work endpoint=begin => task=current");
  cts_expect("work.parallel-data", "work endpoint=begin => parallel=$region");
  cts_expect("loop.count", "work endpoint=begin => count=13");
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 13; i++)
    cts_body("loop");
  cts_after("loop");
}

int main(void) {
  cts_expect("work.parallel-data", "parallel_begin => parallel=$region");
#pragma omp parallel num_threads(2)
  loop();
}
