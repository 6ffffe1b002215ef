// in_reduction on a taskloop inside a taskgroup with task_reduction.
#include "cts.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
  {
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=10");
    cts_mark();
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp taskloop in_reduction(+ : sum) num_tasks(2)
      for (int i = 0; i < 10; i++)
        sum += i;
    }
    cts_value("taskgroup.all-complete", "sum", sum, 45);
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
  }
}
