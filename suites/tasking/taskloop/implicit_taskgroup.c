// Without nogroup a taskloop has a taskgroup of its own, whether it surrounds the taskloop region
// or lies in it.
// RULES: taskgroup.pair-kind taskloop.taskgroup-order
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop num_tasks(2)
    for (int i = 0; i < 4; i++)
      cts_body("taskloop");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin task=current");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end task=current");
  }
}
