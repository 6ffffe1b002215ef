// A taskgroup outside every parallel region.
// RULES: taskgroup.pair-kind taskgroup.all-complete
#include "cts.h"

int main(void) {
  int executed = 0;
  cts_mark();
#pragma omp taskgroup
  {
#pragma omp task shared(executed)
    executed = 1;
  }
  cts_value("taskgroup.all-complete", "executed", executed, 1);
  cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin");
  cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
}

// CHECK: initial-task
// CHECK-NEXT:   taskgroup
// CHECK-NEXT:     task T1 explicit|undeferred
