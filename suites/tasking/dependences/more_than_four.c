// Nine dependences of one task: nine entries in its list.
#include "cts.h"

int main(void) {
  int a[9] = {0};
#pragma omp parallel num_threads(2) shared(a)
#pragma omp single
  {
    cts_mark();
    cts_expect("dependences.list", "dependences => ndeps=9");
#pragma omp task depend(in : a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8])
    cts_body("task");
    cts_count("dependences.ndeps-positive", 1, "dependences ndeps=9");
  }
}
