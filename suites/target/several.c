// Five target regions in a row: five pairs, five launches.
// RULES: target.pair submit.count target.kind target.data-none submit.host-op-id
// RULES: submit.begin-end-order
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x) /* whatever the device needs at first use has been launched */
  x = 0;
  cts_mark();
  for (int i = 0; i < 5; i++) {
    cts_expect("target.kind", "target_emi endpoint=begin => kind=target");
#pragma omp target map(tofrom : x)
    x++;
  }
  cts_count("target.pair", 5, "target_emi kind=target endpoint=begin");
  cts_count("target.pair", 5, "target_emi kind=target endpoint=end");
  cts_count("submit.count", 5, "target_submit_emi endpoint=begin");
  return x != 5;
}
