// An iterator without values: whether that is a task with dependences is open, but a list of none
// is never announced.
// REQUIRES: depend_iterator
#include "cts.h"

int main(void) {
  int a[8] = {0}, none = 0;
#pragma omp parallel num_threads(2) shared(a)
#pragma omp single
  {
    cts_mark();
#pragma omp task depend(iterator(i = 0 : none), in : a[i])
    cts_body("task");
    cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
    cts_count("dependences.ndeps-positive", 0, "dependences ndeps<=0");
  }
  return a[none];
}
