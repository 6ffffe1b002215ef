// A device without free memory (a simulated one has none on request): omp_target_alloc gives NULL,
// and no allocation is reported with an address.
// RULES: data-op.routines data-op.dest-known
// ENV: OMPT_CTS_SIMULATED_FAULT=no-memory
#include "../device.h"

int main(void) {
  const int device = omp_get_default_device();
  cts_mark();
  void *there = omp_target_alloc(4096, device);
  if (!there)
    cts_count("data-op.routines", 0, "target_data_op_emi " ALLOC " endpoint=end dest_addr!=0");
  else if (device != omp_get_initial_device()) /* which it is where the device is given up */
    cts_count("data-op.routines", 1, "target_data_op_emi " ALLOC " endpoint=end dest_addr=%p",
              there);
  omp_target_free(there, device);
}
