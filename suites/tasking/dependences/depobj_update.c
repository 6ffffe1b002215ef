// A depend object whose type has been updated is announced with the new type.
// REQUIRES: depobj
#include "cts.h"

int main(void) {
  int x = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp depobj(object) update(inout)
#pragma omp parallel num_threads(2) shared(object)
#pragma omp single
  {
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=2/3", (void *)&x);
#pragma omp task depend(depobj : object)
    cts_body("task");
  }
#pragma omp depobj(object) destroy
}
