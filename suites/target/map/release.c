// target exit data with release counts one mapping down: nothing comes back, and the storage stays
// while another one holds it.
#include "../device.h"

int main(void) {
  int a[60];
  (void)separate_storage();
  a[0] = 1;
#pragma omp target enter data map(to : a)
#pragma omp target enter data map(to : a)
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=exit_data");
#pragma omp target exit data map(release : a)
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("data-op.pairing", 0, "target_data_op_emi endpoint=begin " DELETE);
  cts_mark();
#pragma omp target exit data map(release : a)
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof a);
  return a[0] != 1;
}
