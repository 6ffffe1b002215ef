// A taskwait with dependences waits for one of two deferred regions.
#include "../device.h"

int main(void) {
  int x = 0, y = 0, seen = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : x) depend(out : x) nowait
    x = 4;
#pragma omp target map(tofrom : y) depend(out : y) nowait
    y = 5;
#pragma omp taskwait depend(in : x)
    seen = x;
#pragma omp taskwait
  }
  cts_total("target.kind-nowait", 2, "target_emi kind=target_nowait endpoint=begin");
  cts_total("target.pair", 2, "target_emi kind=target/target_nowait endpoint=end");
  return seen != 4 || y != 5;
}
