// A taskwait in a single region: one begin and one end of the kind taskwait in the encountering
// task, and the children have completed at its end.
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 5; i++)
#pragma omp task shared(executed)
      cts_increment(&executed);
    cts_mark();
    cts_expect("taskwait.pair-kind", "sync_region endpoint=begin => kind=taskwait");
    cts_expect("sync.task-data", "sync_region endpoint=begin => task=current");
#pragma omp taskwait
    cts_value("taskwait.children-complete", "executed", executed, 5);
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=end");
  }
}
