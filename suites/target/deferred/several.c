// Deferred regions that know nothing of each other: all have ended after taskwait.
#include "../device.h"

int main(void) {
  int x[8], wrong = 0;
  (void)separate_storage();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 8; i++) {
      int *const p = &x[i];
#pragma omp target map(from : p[0 : 1]) firstprivate(i) nowait
      p[0] = i;
    }
#pragma omp taskwait
    for (int i = 0; i < 8; i++)
      wrong |= x[i] != i;
  }
  cts_total("target.kind-nowait", 8, "target_emi kind=target_nowait endpoint=begin");
  cts_total("target.pair", 9, "target_emi kind=target/target_nowait endpoint=end");
  return wrong;
}
