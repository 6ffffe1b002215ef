// A taskgroup without a task in it is still a region around its block.
// RULES: taskgroup.pair-kind taskgroup.wait-at-end sync.task-data
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
    cts_expect("sync.task-data", "sync_region kind=taskgroup => task=current endpoint=begin");
#pragma omp taskgroup
    {
      cts_body("taskgroup");
      cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin");
      cts_count("taskgroup.pair-kind", 0, "sync_region kind=taskgroup endpoint=end");
    }
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
  }
}
