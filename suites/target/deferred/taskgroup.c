// A taskgroup waits for a deferred region.
#include "../device.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp target map(tofrom : x) nowait
      x = 1;
    }
    cts_value("target.pair", "x", x, 1);
  }
  cts_total("target.kind-nowait", 1, "target_emi kind=target_nowait endpoint=end");
}
