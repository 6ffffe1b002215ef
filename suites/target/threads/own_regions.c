// Four threads, ten regions each: forty pairs and launches, with identifiers of their own.
// RULES: target.pair submit.count target.context target.id-unique
#include "../device.h"

int main(void) {
  int wrong = 0, team = 0;
  (void)separate_storage();
#pragma omp parallel num_threads(4) reduction(+ : wrong, team)
  {
    team += 10;
    cts_mark();
    for (int i = 0; i < 10; i++) {
      int x = i;
#pragma omp target map(tofrom : x)
      x *= 2;
      wrong += x != 2 * i;
    }
    cts_count("target.pair", 10, "target_emi kind=target endpoint=begin");
    cts_count("submit.count", 10, "target_submit_emi endpoint=begin");
  }
  cts_total_range("submit.count", team + 1, team + 5, "target_submit_emi endpoint=end");
  return wrong;
}
