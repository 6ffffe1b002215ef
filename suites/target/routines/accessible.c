// omp_target_is_accessible asks and reports nothing.
#include "../device.h"

#pragma weak omp_target_is_accessible

int main(void) {
  int a[30], device = omp_get_default_device();
  (void)separate_storage();
  cts_mark();
  const int host = omp_get_initial_device();
  if (omp_target_is_accessible) {
    (void)omp_target_is_accessible(a, sizeof a, device);
    (void)omp_target_is_accessible(a, sizeof a, host);
  }
  cts_count("data-op.routines", 0, "target_data_op_emi");
}
