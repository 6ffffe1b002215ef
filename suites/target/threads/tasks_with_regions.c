// Tasks of a team offload in an order that they depend on, and one in a taskgroup does so deferred.
// RULES: target.context target.pair
#include "../device.h"

int main(void) {
  int x[6] = {0}, wrong = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 12; i++) {
      int *const p = &x[i % 6];
#pragma omp task depend(inout : p[0]) firstprivate(p)
      {
#pragma omp target map(tofrom : p[0 : 1])
        p[0] += 1;
      }
    }
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp target map(tofrom : x) nowait
      for (int i = 0; i < 6; i++)
        x[i] *= 3;
    }
  }
  for (int i = 0; i < 6; i++)
    wrong |= x[i] != 6;
  cts_total("target.pair", 13, "target_emi kind=target/target_nowait endpoint=begin");
  return wrong;
}
