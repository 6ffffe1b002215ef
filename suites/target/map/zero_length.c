// A section without elements moves nothing.
#include "../device.h"

int main(void) {
  int a[10], *p = a, x = 0, none = 0;
  (void)separate_storage();
  cts_mark();
#pragma omp target map(tofrom : p[0 : none]) map(tofrom : x)
  x = 1;
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu",
            sizeof a);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  return x != 1;
}
