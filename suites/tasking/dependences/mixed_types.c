// Two clauses of different type on one task: each address goes with its own type.
// RULES: dependences.list dependences.type-in-enum
#include "cts.h"

int main(void) {
  int a = 0, b = 0;
#pragma omp parallel num_threads(2) shared(a, b)
#pragma omp single
  {
    void *pa = &a, *pb = &b;
    cts_mark();
#pragma omp task depend(in : a) depend(out : b)
    cts_body("task");
    cts_count("dependences.list", 1, "dependences ndeps=2 deps[0]=%p/%p deps[2]=%p/%p", pa, pb, pa,
              pb);
    cts_count("dependences.list", 0, "dependences deps[0]=%p deps[1]!=1", pa);
    cts_count("dependences.list", 0, "dependences deps[2]=%p deps[3]!=1", pa);
    cts_count("dependences.list", 0, "dependences deps[0]=%p deps[1]!=2/3", pb);
    cts_count("dependences.list", 0, "dependences deps[2]=%p deps[3]!=2/3", pb);
  }
}
