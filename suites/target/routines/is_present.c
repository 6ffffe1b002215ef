// omp_target_is_present asks and reports nothing.
#include "../device.h"

int main(void) {
  int a[30], device = omp_get_default_device();
  (void)separate_storage();
#pragma omp target enter data map(to : a)
  cts_mark();
  const int present = omp_target_is_present(a, device);
  cts_count("data-op.routines", 0, "target_data_op_emi");
  cts_count("target.pair", 0, "target_emi");
#pragma omp target exit data map(delete : a)
  return !present;
}
