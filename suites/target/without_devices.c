// A program that is compiled for no device: the host executes its target regions, one of them in a
// worker of a team. Each construct has its begin and end, each region an initial task.
#include "cts.h"

int main(void) {
  int x = 0, y = 0;
#pragma omp target map(tofrom : x)
  x += omp_is_initial_device() ? 1 : 2;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() + 1 == omp_get_num_threads()) {
#pragma omp target map(tofrom : y)
    y += omp_is_initial_device() ? 1 : 2;
  }
  cts_total("target.host-executed", 2, "target_emi kind=target endpoint=begin");
  cts_total("target.host-executed", 2, "target_emi kind=target endpoint=end");
  /* the program's own initial task, and those of the regions */
  cts_total("target.host-initial-task", 3, "implicit_task endpoint=begin flags&initial");
  return x != 1 || y != 1;
}
