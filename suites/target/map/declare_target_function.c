// A function of declare target is called in a region: one launch, and nothing else is loaded.
#include "../device.h"

#pragma omp declare target
static int twice(int x) { return 2 * x; }
#pragma omp end declare target

int main(void) {
  int x = 21;
  (void)separate_storage();
  cts_mark();
#pragma omp target map(tofrom : x)
  x = twice(x);
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  cts_count("device-load.before-use", 0, "device_load");
  return x != 42;
}
