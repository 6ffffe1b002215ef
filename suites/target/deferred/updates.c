// Deferred updates in both directions, between regions that they depend on.
// RULES: target.kind-nowait target.pair
#include "../device.h"

int main(void) {
  int a[60], wrong = 0;
  for (int i = 0; i < 60; i++)
    a[i] = i;
#pragma omp target enter data map(to : a)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 3; i++) {
#pragma omp target depend(inout : a) map(alloc : a) nowait
      a[7]++;
#pragma omp target update from(a) depend(inout : a) nowait
#pragma omp task depend(inout : a)
      a[7] *= 2;
#pragma omp target update to(a) depend(inout : a) nowait
    }
#pragma omp taskwait
    wrong = a[7] != 70;
  }
#pragma omp target exit data map(delete : a)
  cts_total("target.kind-nowait", 6, "target_emi kind=update_nowait endpoint=begin");
  return wrong;
}
