// A taskwait inside a taskgroup: its region lies inside the group's, with a kind of its own.
#include "cts.h"

int main(void) {
  int first = 0, second = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskgroup
    {
#pragma omp task shared(first)
      first = 1;
#pragma omp taskwait
      cts_value("taskwait.children-complete", "first", first, 1);
      cts_count("taskgroup.pair-kind", 0, "sync_region kind=taskgroup endpoint=end");
#pragma omp task shared(second)
      second = 1;
    }
    cts_value("taskgroup.all-complete", "second", second, 1);
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
  }
}
