// std::thread instead of a pthread, with a region and a task in it.
// RULES: thread-begin.first-on-thread parallel-begin.encountering-data parallel-end.paired
#include "cts.h"
#include <thread>

static void work() {
  cts_mark();
  cts_expect("parallel-begin.encountering-data", "parallel_begin => encountering_task=current");
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
#pragma omp task
      cts_body("task");
    }
  }
  cts_after("parallel");
  cts_count("parallel-end.paired", 1, "parallel_end");
}

int main() {
  std::thread first(work);
  first.join();
  std::thread second(work);
  second.join();
}
