// A taskloop in a team of one.
// RULES: taskloop.pair taskloop.count
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
#pragma omp single
  {
    int executed = 0;
    cts_mark();
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=9");
#pragma omp taskloop shared(executed)
    for (int i = 0; i < 9; i++) {
#pragma omp atomic
      executed++;
    }
    cts_value("taskloop.count", "iterations", executed, 9);
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
  }
}
