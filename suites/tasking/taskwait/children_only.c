// A taskwait waits for the child, not for the grandchildren; these complete at the next barrier at
// the latest.
#include "cts.h"

int main(void) {
  int grandchildren = 0;
#pragma omp parallel num_threads(2) shared(grandchildren)
#pragma omp single
  {
    int child = 0;
    cts_mark();
#pragma omp task shared(child, grandchildren)
    {
      for (int i = 0; i < 10; i++)
#pragma omp task shared(grandchildren)
        cts_increment(&grandchildren);
      child = 1;
    }
#pragma omp taskwait
    cts_value("taskwait.children-complete", "child", child, 1);
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
  }
  cts_value("barrier.tasks-complete", "grandchildren", grandchildren, 10);
}
