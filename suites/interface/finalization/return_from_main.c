// A program that returns from main: the initial task and thread end, then the tool is finalized.
// RULES: fin.once fin.last fin.tool-data fin.initial-thread-end-precedes
// RULES: initial-task.end-before-thread-end
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
}

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=3 team=3
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 2
// CHECK-NEXT:       barrier_implicit{{.*}}
