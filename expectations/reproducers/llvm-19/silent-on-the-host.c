// SHOWS: target.host-executed target.host-initial-task
#include "cts.h"

int main(void) {
  cts_total("target.host-executed", 1, "target_emi kind=target endpoint=begin");
  cts_total("target.host-initial-task", 2, "implicit_task endpoint=begin flags&initial");
#pragma omp target device(omp_get_initial_device())
  ;
}
