// A routine that fills memory of the device, by the call FILL. ROUTINE may be missing.
#pragma once

#include "../device.h"

int main(void) {
  char here[300] = {0};
  int device = omp_get_default_device(), host = omp_get_initial_device(), wrong = 0;
  (void)separate_storage();
  if (!ROUTINE)
    return 0;
  void *there = omp_target_alloc(sizeof here, device);
  cts_mark();
  wrong |= FILL != there;
#pragma omp taskwait
  cts_count("data-op.routines", 0, "target_data_op_emi bytes!=0/300 dest_addr=%p", there);
  wrong |= omp_target_memcpy(here, there, sizeof here, 0, 0, host, device);
  omp_target_free(there, device);
  return wrong || here[299] != 7;
}
