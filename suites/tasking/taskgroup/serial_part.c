// A taskgroup outside every parallel region, and one in a team of one thread.
#include "cts.h"

static void group(void) {
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

int main(void) {
  group();
#pragma omp parallel num_threads(1)
  group();
}
