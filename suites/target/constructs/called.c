// A function with regions is called from the host and from a region, where the inner region is the
// caller's own work.
#include "../device.h"

#pragma omp declare target
static int cube(int x) { return x * x * x; }
static int sum_of_cubes(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++)
    sum += cube(i);
  return sum;
}
#pragma omp end declare target

int main(void) {
  int result = 0;
  (void)separate_storage();
  cts_mark();
#pragma omp target map(from : result)
  result = sum_of_cubes(4);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return result != sum_of_cubes(4) || result != 100;
}
