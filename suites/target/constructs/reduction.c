// A reduction of a region: its variable goes to the device and comes back.
// RULES: data-op.bytes target.pair submit.count
#include "../device.h"

int main(void) {
  long long sum = 1;
  int own = separate_storage();
  cts_mark();
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(2) reduction(+ : sum) map(tofrom : sum)
  for (int i = 1; i <= 100; i++)
    sum += i;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof sum);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof sum);
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return sum != 5051;
}
