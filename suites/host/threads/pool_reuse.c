// Threads that serve several regions begin once: no native thread ever gets a second thread-begin.
// RULES: thread-begin.once thread-begin.first-on-thread thread-end.paired thread-end.last-on-thread
// RULES: thread-begin.initial-type thread-end.same-data thread-end.task-free data.dead-entity
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  cts_body("parallel");
  cts_after("parallel");
  cts_mark();
  for (int round = 0; round < 8; round++) {
#pragma omp parallel num_threads(1 + round % 4)
    cts_body("parallel");
    cts_after("parallel");
  }
  cts_count("thread-begin.once", 0, "thread_begin");
  cts_total("thread-begin.initial-type", 1, "thread_begin thread_type=initial");
}
