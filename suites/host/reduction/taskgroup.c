// task_reduction on a taskgroup and in_reduction on its tasks: the result is there when the group
// ends; the tasks are reported as without.
#include "cts.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
  {
    cts_mark();
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 1; i <= 10; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += i;
    }
    cts_value("taskgroup.all-complete", "sum", sum, 55);
    cts_count("task-create.one-per-task", 10, "task_create flags&explicit");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
  }
}
