// Nothing is freed where the pointer is NULL, and nothing reported.
// RULES: data-op.routines data-op.pairing
#include "../device.h"

int main(void) {
  (void)separate_storage();
  cts_mark();
  omp_target_free(NULL, omp_get_default_device());
  cts_count("data-op.pairing", 0, "target_data_op_emi " DELETE " src_addr!=0 dest_addr!=0");
}
