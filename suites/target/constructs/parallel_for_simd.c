// target parallel for simd is one region with one launch.
// RULES: target.pair submit.count target.kind
// REQUIRES: offload
#include "../device.h"

int main(void) {
  int a[64], wrong = 0;
  (void)separate_storage();
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=target");
#pragma omp target parallel for simd num_threads(2) map(from : a)
  for (int i = 0; i < 64; i++)
    a[i] = i;
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  for (int i = 0; i < 64; i++)
    wrong |= a[i] != i;
  return wrong;
}
