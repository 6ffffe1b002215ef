// A reduction on a taskloop: the result is right after it, and the taskloop is reported as
// without.
#include "cts.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop reduction(+ : sum) num_tasks(4)
    for (int i = 0; i < 20; i++)
      sum += i;
    cts_value("taskgroup.all-complete", "sum", sum, 190);
    cts_count("taskloop.count", 1, "work work_type=taskloop endpoint=begin count=20");
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
  }
}
