// Data enters, two regions change it side by side, a third one joins them, and data leaves: all
// deferred, in the order that their dependences say.
// RULES: target.begin-after-dependences target.kind-nowait
#include "../device.h"

int main(void) {
  int a[40], b[40], c = 0;
  a[0] = 1;
  b[0] = 2;
  (void)separate_storage();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target enter data map(to : a, b) depend(out : a) depend(out : b) nowait
#pragma omp target map(tofrom : a) depend(inout : a) nowait
    a[0] += 10;
#pragma omp target map(tofrom : b) depend(inout : b) nowait
    b[0] += 20;
#pragma omp target map(from : c) map(to : a, b) depend(in : a) depend(in : b) depend(out : c) nowait
    c = a[0] + b[0];
#pragma omp target exit data map(release : a, b) depend(inout : a) depend(inout : b) nowait
#pragma omp taskwait
  }
  cts_total("target.kind-nowait", 3, "target_emi kind=target_nowait endpoint=begin");
  cts_total("target.kind-nowait", 1, "target_emi kind=enter_data_nowait endpoint=begin");
  cts_total("target.kind-nowait", 1, "target_emi kind=exit_data_nowait endpoint=begin");
  return c != 33;
}
