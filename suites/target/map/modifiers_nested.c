// Regions in one another map the same array: it moves where always says so, and at the end.
// RULES: data-op.bytes data-op.pairing target-data.entry-exit
#include "../device.h"

int main(void) {
  double a[90];
  const int own = separate_storage();
  a[0] = 1;
#pragma omp target enter data map(to : a)
#pragma omp target data map(tofrom : a)
  {
    a[0] = 2; /* not seen on the device */
#pragma omp target data map(alloc : a)
    {
      cts_mark();
#pragma omp target map(always, tofrom : a)
      a[0] += 10;
      cts_count_range("data-op.bytes", own, 2,
                      "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof a);
      cts_count_range("data-op.bytes", own, 2,
                      "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", sizeof a);
      cts_mark();
    }
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin bytes=%zu", sizeof a);
    cts_mark();
  }
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes=%zu",
            sizeof a);
#pragma omp target exit data map(release : a)
  return a[0] != 12 || (own && omp_target_is_present(a, omp_get_default_device()));
}
