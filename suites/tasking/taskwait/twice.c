// Two taskwaits, the second with nothing left: two regions.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp task
    cts_body("task");
#pragma omp taskwait
    cts_after("task");
#pragma omp taskwait
    cts_count("taskwait.pair-kind", 2, "sync_region kind=taskwait endpoint=begin");
    cts_count("sync.pair", 2, "sync_region kind=taskwait endpoint=end");
  }
}
