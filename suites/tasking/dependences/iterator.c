// An iterator in a depend clause is expanded: one entry for each of its values.
// REQUIRES: depend_iterator
#include "cts.h"

int main(void) {
  int a[8] = {0};
#pragma omp parallel num_threads(2) shared(a)
#pragma omp single
  {
    void *p0 = &a[0], *p2 = &a[2], *p4 = &a[4];
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
    cts_expect("dependences.list",
               "dependences => ndeps=3 deps[0]=%p/%p/%p deps[2]=%p/%p/%p deps[4]=%p/%p/%p", p0, p2,
               p4, p0, p2, p4, p0, p2, p4);
    cts_expect("dependences.list", "dependences => deps[1]=1 deps[3]=1 deps[5]=1");
#pragma omp task depend(iterator(i = 0 : 6 : 2), in : a[i])
    cts_body("task");
  }
}
