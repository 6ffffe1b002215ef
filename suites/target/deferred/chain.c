// A chain of deferred regions: each sees what the one before it has left.
#include "../device.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 5; i++) {
#pragma omp target map(tofrom : x) depend(inout : x) nowait
      x = 2 * x + 1;
    }
#pragma omp taskwait
    cts_value("target.begin-after-dependences", "x", x, 31);
  }
  cts_total("target.kind-nowait", 5, "target_emi kind=target_nowait endpoint=begin");
}
