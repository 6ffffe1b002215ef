// use_device_ptr gives the device address of data that is present, and reports no operation of its
// own.
#include "../device.h"

int main(void) {
  int a[70], *p = a, device = omp_get_default_device(), own = separate_storage();
  void *there = NULL;
#pragma omp target enter data map(to : a)
  cts_mark();
#pragma omp target data use_device_ptr(p)
  there = p;
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("target-data.entry-exit", 1, "target_emi kind=enter_data endpoint=begin");
  // A device library of before 5.1 has nothing that tells the address.
  const void *expected = mapped_address(a, device);
  const int wrong = expected && there != expected && own;
#pragma omp target exit data map(delete : a)
  return wrong;
}
