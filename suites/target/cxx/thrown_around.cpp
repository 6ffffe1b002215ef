// A region between a throw and its handler: the region has begin and end, and its data is gone
// afterwards.
// RULES: target.pair target-data.entry-exit
#include "../device.h"
#include <stdexcept>

static int offloaded(int x) {
#pragma omp target map(tofrom : x)
  x *= 3;
  if (x > 10)
    throw std::runtime_error("too much");
  return x;
}

int main() {
  int sum = 0;
  for (int i = 1; i <= 5; i++)
    try {
      sum += offloaded(i);
    } catch (const std::runtime_error &) {
      sum += 100;
    }
  cts_total("target.pair", 5, "target_emi kind=target endpoint=begin");
  cts_total("target.pair", 5, "target_emi kind=target endpoint=end");
  return sum != 3 + 6 + 9 + 200;
}
