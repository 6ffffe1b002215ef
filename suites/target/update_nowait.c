// target update with nowait.
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int a[10] = {1};
#pragma omp target enter data map(to : a)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    a[0] = 2;
#pragma omp target update to(a) nowait
#pragma omp taskwait
#pragma omp target update from(a) nowait
#pragma omp taskwait
  }
#pragma omp target exit data map(delete : a)
  cts_total("task-create.has-dependences", 0, "task_create flags&target has_dependences!=0");
  cts_total("target.kind-nowait", 2, "target_emi kind=update_nowait endpoint=begin");
  cts_total("target.pair", 2, "target_emi kind=update/update_nowait endpoint=end");
  return a[0] != 2;
}
