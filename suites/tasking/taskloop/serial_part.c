// A taskloop outside every parallel region, and one in a team of one thread.
#include "cts.h"

static void loop(int count) {
  int executed = 0;
  cts_mark();
  cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=%d", count);
#pragma omp taskloop shared(executed)
  for (int i = 0; i < count; i++)
    cts_increment(&executed);
  cts_value("taskloop.count", "iterations", executed, count);
  cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
  cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
}

int main(void) {
  loop(6);
#pragma omp parallel num_threads(1)
#pragma omp single
  loop(9);
}
