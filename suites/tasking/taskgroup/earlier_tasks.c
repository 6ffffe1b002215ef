// A taskgroup waits for its own tasks only: a task generated before it may still be running when it
// ends.
#include "cts.h"

int main(void) {
  int released = 0, inside = 0;
#pragma omp parallel num_threads(2) shared(released, inside)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp taskgroup
      {
#pragma omp task shared(inside)
        inside = 1;
      }
      cts_value("taskgroup.all-complete", "inside", inside, 1);
      cts_announce(&released);
    } else {
#pragma omp task shared(released) if (0)
      cts_await(&released);
    }
  }
  cts_total("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin");
  cts_total("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
}
