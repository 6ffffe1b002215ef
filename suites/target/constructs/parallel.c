// target parallel is one region with one launch.
#include "../device.h"

int main(void) {
  int members = 0;
  (void)separate_storage();
  cts_mark();
#pragma omp target parallel num_threads(2) map(tofrom : members)
#pragma omp atomic
  members++;
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return members < 1 || members > 2;
}
