// Array elements and sections: the address is that of the element, or of the section's first one.
#include "cts.h"

int main(void) {
  int a[10] = {0};
#pragma omp parallel num_threads(2) shared(a)
#pragma omp single
  {
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=1", (void *)&a[7]);
#pragma omp task depend(in : a[7])
    cts_body("task");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=2/3", (void *)&a[2]);
#pragma omp task depend(out : a[2 : 4])
    cts_body("task");
  }
}
