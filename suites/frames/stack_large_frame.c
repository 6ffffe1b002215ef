// A frame of a hundred kilobytes between a region and its body.
// FLAGS: -O0
#include "stack.h"

static __attribute__((noinline)) int body(int n) {
  volatile char block[100000];
  block[n] = 1;
  cts_body("parallel");
  return block[n];
}

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += body(99);
  return sum == 0;
}
