// The thread that runs main reports type initial, and its initial task has parallelism and index 1.
// RULES: thread-begin.initial-type initial-task.actual-parallelism-1 initial-task.index-1
// RULES: initial-task.flags initial-task.begin-after-thread-begin initial-task.no-parallel-events
// RULES: initial-task.paired initial-task.data-none initial-task.end-parallelism-0
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  cts_body("parallel");
  cts_after("parallel");
  cts_body("serial");
  cts_total("thread-begin.initial-type", 1, "thread_begin thread_type=initial");
  cts_total("initial-task.flags", 1, "implicit_task endpoint=begin flags&initial");
  cts_total("initial-task.index-1", 1, "implicit_task endpoint=begin flags&initial index=1");
  cts_total("initial-task.actual-parallelism-1", 1,
            "implicit_task endpoint=begin flags&initial actual_parallelism=1");
  cts_total("initial-task.no-parallel-events", 1, "parallel_begin");
}
