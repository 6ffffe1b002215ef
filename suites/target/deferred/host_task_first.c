// A region waits for a task of the host on whose result it depends.
// RULES: target.begin-after-dependences target.pair
#include "../device.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 20;
#pragma omp target map(tofrom : x) depend(inout : x)
    x += 1;
#pragma omp taskwait
    cts_value("target.begin-after-dependences", "x", x, 21);
  }
}
