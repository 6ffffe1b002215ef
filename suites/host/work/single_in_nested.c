// single in both regions of a nest: one executor for each of the teams.
// RULES: single.executor-one single.executor-is-runner work.parallel-data
#include "cts.h"

int main(void) {
  int regions = 1;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    cts_increment(&regions);
#pragma omp parallel num_threads(2)
    {
#pragma omp single
      cts_body("single");
    }
#pragma omp single
    cts_body("single");
  }
  cts_total("single.executor-one", regions, "work work_type=single_executor endpoint=begin");
}
