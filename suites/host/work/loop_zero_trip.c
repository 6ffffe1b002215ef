// A loop without iterations: with events or without them, but never with a count or an open begin.
#include "cts.h"

int main(void) {
  volatile int none = 0;
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < none; i++)
      cts_body("loop");
    cts_after("loop");
#pragma omp for schedule(static)
    for (int i = 0; i < none; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("loop.count", 0, "work endpoint=begin count!=0");
    cts_count_range("work.pair", 0, 2, "work endpoint=end");
  }
}
