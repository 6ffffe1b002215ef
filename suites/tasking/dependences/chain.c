// Ten tasks in a chain over one variable run in the order of their creation.
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    cts_mark();
    for (int i = 0; i < 10; i++) {
#pragma omp task depend(inout : x)
      {
        cts_value("task-schedule.dependence-respected", "place in the chain", x, i);
        x++;
      }
    }
    cts_count("task-create.has-dependences", 10, "task_create has_dependences!=0");
  }
  return x != 10;
}
