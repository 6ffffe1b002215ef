// A region on data whose device address the program gives: the runtime maps nothing.
#include "../device.h"

int main(void) {
  int a[70];
  a[1] = 1;
#pragma omp target data map(tofrom : a)
  {
    cts_mark();
#pragma omp target data use_device_addr(a)
#pragma omp target has_device_addr(a)
    a[1] += 4;
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu",
              sizeof a);
    cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  }
  return a[1] != 5;
}
