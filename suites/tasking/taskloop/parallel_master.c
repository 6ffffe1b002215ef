// parallel master taskloop: the primary thread alone encounters the taskloop, once.
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel master taskloop num_threads(2) shared(executed)
  for (int i = 0; i < 12; i++)
    cts_increment(&executed);
  cts_value("taskloop.count", "iterations", executed, 12);
  cts_total("taskloop.count", 1, "work work_type=taskloop endpoint=begin count=12");
  cts_total("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
  cts_total("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
}
