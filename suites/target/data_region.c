// A target region inside a target data region: the array is there already, so the inner construct
// moves no byte of it.
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int a[1000];
  a[0] = 1;
#pragma omp target data map(tofrom : a)
  {
    cts_mark();
    cts_expect("target.kind", "target_emi endpoint=begin => kind=target");
#pragma omp target map(tofrom : a)
    a[0]++;
    cts_count("data-op.bytes", 0, "target_data_op_emi bytes=%zu", sizeof a);
    cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  }
  return a[0] != 2;
}
