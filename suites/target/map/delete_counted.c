// target exit data with delete ends all mappings of a variable: one deletion, and the variable is
// not present.
// RULES: data-op.pairing data-op.freed-memory data-op.live-memory target.kind
#include "../device.h"

int main(void) {
  int a[60], device = omp_get_default_device(), own = separate_storage();
#pragma omp target enter data map(to : a)
#pragma omp target enter data map(to : a)
  cts_mark();
#pragma omp target exit data map(delete : a)
  cts_count_range("data-op.pairing", own, 1, "target_data_op_emi endpoint=begin " DELETE);
  cts_count("target.kind", 1, "target_emi kind=exit_data endpoint=end");
  return own && omp_target_is_present(a, device);
}
