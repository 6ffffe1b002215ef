// A taskgroup: begin on entry before any task of it, end after its last task, in the encountering
// task.
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("taskgroup.pair-kind", "sync_region endpoint=begin => kind=taskgroup");
    cts_expect("sync.task-data", "sync_region endpoint=begin => task=current");
    cts_expect("taskgroup.pair-kind", "sync_region endpoint=end => kind=taskgroup");
    cts_expect("sync.task-data", "sync_region endpoint=end => task=current");
#pragma omp taskgroup
    {
      cts_body("taskgroup");
      for (int i = 0; i < 5; i++)
#pragma omp task shared(executed)
        cts_increment(&executed);
    }
    cts_after("taskgroup");
    cts_value("taskgroup.all-complete", "executed", executed, 5);
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
  }
}
