// Taskgroups inside each other: two pairs, and the inner tasks have completed when the inner one
// ends.
#include "cts.h"

int main(void) {
  int outer = 0, inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskgroup
    {
#pragma omp task shared(outer)
      outer = 1;
#pragma omp taskgroup
      {
#pragma omp task shared(inner)
        inner = 1;
      }
      cts_value("taskgroup.all-complete", "inner", inner, 1);
    }
    cts_value("taskgroup.all-complete", "outer", outer, 1);
    cts_count("taskgroup.pair-kind", 2, "sync_region kind=taskgroup endpoint=begin");
    cts_count("sync.pair", 2, "sync_region kind=taskgroup endpoint=end");
  }
}
