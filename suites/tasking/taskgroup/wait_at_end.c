// The wait of a taskgroup comes after everything the group's block does: no wait event before the
// last statement of the block.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskgroup
    {
      for (int i = 0; i < 10; i++) {
#pragma omp task
        cts_body("task");
      }
      cts_count("taskgroup.wait-at-end", 0, "sync_region_wait kind=taskgroup task=current");
    }
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
  }
}
