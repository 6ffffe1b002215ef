// enter data, update and exit data seen by the classic callbacks.
// RULES: target.kind target.pair data-op.bytes data-op.non-emi-at-end
// RECORD: --target=classic
#include "device.h"

int main(void) {
  int a[50], own = separate_storage();
  a[0] = 1;
  cts_mark();
  cts_expect("target.kind", "target endpoint=begin => kind=enter_data");
#pragma omp target enter data map(to : a)
  cts_expect("target.kind", "target endpoint=begin => kind=update");
#pragma omp target update from(a)
  cts_count_range("data-op.bytes", own, 1, "target_data_op " FROM_DEVICE " bytes=%zu dest_addr=%p",
                  sizeof a, (void *)a);
  cts_expect("target.kind", "target endpoint=begin => kind=exit_data");
#pragma omp target exit data map(release : a)
  cts_count("target.pair", 3, "target endpoint=begin");
  cts_count("target.pair", 3, "target endpoint=end");
  return a[0] != 1;
}
