// Threads of inner teams offload, each from its own level.
// RULES: target.context target.pair
// ENV: OMP_MAX_ACTIVE_LEVELS=2
#include "../device.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    int x = omp_get_level();
#pragma omp target map(tofrom : x)
    x += 10;
    sum += x == 12;
  }
  cts_total("target.pair", sum, "target_emi kind=target endpoint=begin");
  return sum < 1;
}
