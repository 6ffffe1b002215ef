// A target region with nowait: the kind says so, and after a taskwait it has ended.
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : x) nowait
    x = 1;
#pragma omp taskwait
    cts_value("target.pair", "x", x, 1);
  }
  cts_total("task-create.has-dependences", 0, "task_create flags&target has_dependences!=0");
  cts_total("target.kind-nowait", 1, "target_emi kind=target_nowait endpoint=begin");
  cts_total("target.kind-nowait", 1, "target_emi kind=target_nowait endpoint=end");
  cts_total_range("submit.count", 1, 5, "target_submit_emi endpoint=begin"); /* or internal ones */
  return x != 1;
}
