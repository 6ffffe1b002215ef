// A lambda that captures by reference encounters a region.
// RULES: target.pair submit.count codeptr.in-function
#include "../device.h"

int main() {
  int x = 0;
  (void)separate_storage();
  cts_mark();
  const auto count = [&] {
#pragma omp target map(tofrom : x)
    x++;
  };
  count();
  count();
  cts_count("target.pair", 2, "target_emi kind=target endpoint=end");
  cts_count("submit.count", 2, "target_submit_emi endpoint=begin");
  return x != 2;
}
