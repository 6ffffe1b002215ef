// One task waits, the other threads are busy, and the generating task yields once: there is at most
// one switch away from it, for the reason yield.
// RULES: task-schedule.yield
#define TASKS 1
#include "yield.c"

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=2 team=2
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       task T1 explicit
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       barrier_implicit{{.*}}
