// A taskloop outside every parallel region.
// RULES: taskloop.pair taskloop.count
#include "cts.h"

int main(void) {
  int executed = 0;
  cts_mark();
  cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=6");
#pragma omp taskloop shared(executed)
  for (int i = 0; i < 6; i++) {
#pragma omp atomic
    executed++;
  }
  cts_value("taskloop.count", "iterations", executed, 6);
  cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
  cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
}

// CHECK: initial-task
// CHECK-NEXT:   taskgroup
// CHECK-NEXT:     taskloop count=6
// CHECK-NEXT:       task T1 explicit|undeferred
// CHECK-NEXT:       task T2 explicit|undeferred
// CHECK-NEXT:       task T3 explicit|undeferred
// CHECK-NEXT:       task T4 explicit|undeferred
// CHECK-NEXT:       task T5 explicit|undeferred
// CHECK-NEXT:       task T6 explicit|undeferred
