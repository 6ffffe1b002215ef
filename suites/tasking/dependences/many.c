// Dependences on two hundred tasks over twenty variables: every list is announced with the
// creation, and every chain keeps its order.
#include "cts.h"

int main(void) {
  int a[20] = {0};
#pragma omp parallel num_threads(4) shared(a)
#pragma omp single
  {
    cts_mark();
    for (int i = 0; i < 200; i++) {
#pragma omp task depend(inout : a[i % 20])
      {
        cts_value("task-schedule.dependence-respected", "place in the chain", a[i % 20], i / 20);
        a[i % 20]++;
      }
    }
    cts_count("task-create.has-dependences", 200, "task_create has_dependences!=0");
    cts_count("dependences.ndeps-positive", 200, "dependences ndeps=1");
  }
  cts_total("task-schedule.complete-once", 200, "task_schedule prior_task_status=complete");
}
