// One member of a structure goes to the device, another one comes back: each moves its own way.
// RULES: data-op.bytes data-op.optype
#include "../device.h"

struct both {
  int in[64];
  int out[32];
};

int main(void) {
  struct both s;
  int own = separate_storage();
  s.in[3] = 4;
  s.out[0] = s.out[5] = 0;
  cts_mark();
#pragma omp target map(to : s.in) map(from : s.out)
  s.out[5] = s.in[3];
  cts_count_range("data-op.bytes", own, 2,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof s.in);
  cts_count_range("data-op.bytes", own, 2,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", sizeof s.out);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof s.in);
  return s.out[5] != 4;
}
