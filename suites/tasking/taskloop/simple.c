// A taskloop: one work region of type taskloop in the encountering task with the number of
// iterations, and every iteration executed when it ends.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int executed = 0;
    cts_mark();
    cts_expect("taskloop.count", "work endpoint=begin => work_type=taskloop count=10");
    cts_expect("work.task-data", "work endpoint=begin => task=current");
#pragma omp taskloop shared(executed)
    for (int i = 0; i < 10; i++)
      cts_increment(&executed);
    cts_after("taskloop");
    cts_value("taskgroup.all-complete", "iterations", executed, 10);
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
  }
}
