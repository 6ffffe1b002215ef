// taskwait in the initial task outside any region.
#include "cts.h"

int main(void) {
  cts_mark();
  cts_expect("sync.task-data", "sync_region kind=taskwait => task=current");
#pragma omp taskwait
  cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
  cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=end");
}
