// A taskwait outside every parallel region, with a child.
#include "cts.h"

int main(void) {
  int executed = 0;
  cts_mark();
#pragma omp task shared(executed)
  executed = 1;
  cts_expect("sync.task-data", "sync_region kind=taskwait endpoint=begin => task=current");
#pragma omp taskwait
  cts_value("taskwait.children-complete", "executed", executed, 1);
  cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
  cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=end");
}
