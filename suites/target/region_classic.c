// The same region seen by the classic callbacks: kind, device, one launch, bytes. Before it others,
// each of one launch, and after it one that maps nothing.
// RULES: target.kind target.device-num target.pair submit.count data-op.bytes submit.host-op-id
// RULES: target.id-unique
// RECORD: --target=classic
#include "device.h"

int main(void) {
  int a[100] = {0}, device = omp_get_default_device();
  for (int i = 0; i < 3; i++) {
    cts_mark();
#pragma omp target map(tofrom : a)
    a[0]++;
    cts_count("submit.count", 1, "target_submit");
  }
  int own = separate_storage();
  cts_mark();
  cts_expect("target.kind", "target endpoint=begin => kind=target");
  cts_expect("target.device-num", "target endpoint=begin => device_num=%d", device);
#pragma omp target map(tofrom : a)
  a[0]++;
  cts_after("target");
  cts_count("target.pair", 1, "target kind=target endpoint=begin");
  cts_count("target.pair", 1, "target kind=target endpoint=end");
  cts_count("submit.count", 1, "target_submit");
  cts_count_range("data-op.bytes", own, 100, "target_data_op " TO_DEVICE " bytes>=%zu", sizeof a);
  cts_count_range("data-op.bytes", own, 100, "target_data_op " FROM_DEVICE " bytes>=%zu", sizeof a);
  cts_mark();
#pragma omp target
  ;
  cts_count("submit.count", 1, "target_submit");
  return a[0] != 4;
}
