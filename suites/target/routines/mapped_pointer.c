// omp_get_mapped_ptr names the address that the transfer to the device has named.
#include "../device.h"

int main(void) {
  int a[30], device = omp_get_default_device(), own = separate_storage();
  cts_mark();
#pragma omp target enter data map(to : a)
  void *there = mapped_address(a, device);
  cts_count_range("data-op.dest-known", own && there, 1,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " dest_addr=%p", there);
  cts_mark();
  there = mapped_address(a, device);
  cts_count("data-op.routines", 0, "target_data_op_emi");
#pragma omp target exit data map(delete : a)
  return 0;
}
