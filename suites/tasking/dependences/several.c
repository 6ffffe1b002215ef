// Three variables in one depend clause: three entries, in whatever order.
// RULES: dependences.list task-create.has-dependences dependences.after-create
#include "cts.h"

int main(void) {
  int a = 0, b = 0, c = 0;
#pragma omp parallel num_threads(2) shared(a, b, c)
#pragma omp single
  {
    void *pa = &a, *pb = &b, *pc = &c;
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
    cts_expect("dependences.list",
               "dependences => ndeps=3 deps[0]=%p/%p/%p deps[2]=%p/%p/%p deps[4]=%p/%p/%p", pa, pb,
               pc, pa, pb, pc, pa, pb, pc);
    cts_expect("dependences.list", "dependences => deps[1]=1 deps[3]=1 deps[5]=1");
#pragma omp task depend(in : a, b, c)
    cts_body("task");
  }
}
