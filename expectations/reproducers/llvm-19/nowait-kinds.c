// SHOWS: target.kind-nowait
// FLAGS: --offload
// MAY SHOW: masked.pair target-task.flags target.context target.target-task-null
#include "cts.h"

int main(void) {
  cts_total("target.kind-nowait", 1, "target_emi kind=target_nowait endpoint=begin");
#pragma omp target nowait
  ;
#pragma omp taskwait
}
