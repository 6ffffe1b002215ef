// Teams that grow: a worker of the small team may end its implicit task, and ask about the task, when
// the larger team already begins.
// RULES: implicit-task-begin.one-per-index task-info.current
// RECORD: --probes=full
#include "cts.h"

int main(void) {
  int tasks = 0;
  for (int size = 4; size <= 64; size *= 2) {
#pragma omp parallel num_threads(size)
    {
      cts_increment(&tasks);
#pragma omp task
      ;
    }
  }
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
