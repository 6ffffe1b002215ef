// Three reductions at once, over teams and threads.
#include "../device.h"

int main(void) {
  int least = 1000, most = -1000;
  long sum = 0;
  (void)separate_storage();
  cts_mark();
#pragma omp target teams distribute parallel for map(tofrom : least, most, sum)                    \
    reduction(min : least) reduction(max : most) reduction(+ : sum)
  for (int i = 0; i < 100; i++) {
    const int value = i * 7 % 101;
    least = value < least ? value : least;
    most = value > most ? value : most;
    sum += value;
  }
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  return least != 0 || most < 90 || sum <= 0;
}
