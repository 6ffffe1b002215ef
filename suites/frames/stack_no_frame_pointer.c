// The program keeps no frame pointers: only the call frame information tells its frames.
// FLAGS: -O2 -fomit-frame-pointer
#include "stack.h"

static __attribute__((noinline)) int body(int n) {
  volatile int block[8];
  block[n & 7] = n;
  cts_body("parallel");
  return block[n & 7];
}

static __attribute__((noinline)) int region(int n) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += body(n);
  return sum;
}

int main(void) { return region(3) < 0; }
