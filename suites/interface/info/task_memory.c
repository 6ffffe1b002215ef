// An explicit task with private data of its own: its memory can be iterated over.
// RULES: task-memory.iterate task-info.flags frame.enter-set-in-callback
// RECORD: --probes=full
#include "cts.h"

struct block {
  int values[32];
};

int main(void) {
  struct block block = {{1, 2, 3}};
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(block, i)
    {
      block.values[0] += i;
      cts_expect("task-info.flags", "probe_task asked=note level=0 => flags&explicit");
      cts_body("task");
    }
  }
}
