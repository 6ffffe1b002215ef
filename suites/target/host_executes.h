// The host executes a target region with the clause CLAUSE: nothing is launched, and the construct
// has its begin and end nevertheless, with the host as its device, and an initial task of its own.
// REQUIRES: offload
#pragma once

#include "cts.h"

int main(int count, char **arguments) {
  int x = 0, host = omp_get_initial_device();
  (void)arguments, (void)count;
  cts_mark();
  _Pragma(CTS_TEXT(omp target map(tofrom : x) CLAUSE)) x = omp_is_initial_device() ? 1 : 2;
  cts_count("submit.count", 0, "target_submit_emi");
  cts_count("target.device-num", 0, "target_emi device_num!=%d device_num!=-1", host);
  cts_total("target.host-executed", 1, "target_emi kind=target endpoint=begin");
  cts_total("target.host-executed", 1, "target_emi kind=target endpoint=end");
  /* the program's own initial task, and the region's */
  cts_total("target.host-initial-task", 2, "implicit_task endpoint=begin flags&initial");
  return x != 1;
}
