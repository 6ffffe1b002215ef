// Exit data with the map type delete moves nothing back.
// RULES: target.kind data-op.optype data-op.freed-memory
#include "device.h"

int main(void) {
  int a[256];
  a[0] = 1;
#pragma omp target enter data map(to : a)
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=exit_data");
#pragma omp target exit data map(delete : a)
  cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_FROM_DEVICE);
  cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_TO_DEVICE);
  return a[0] != 1;
}
