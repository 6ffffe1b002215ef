// A frame that is aligned to more than the stack: its frame pointer lies elsewhere than usual.
// FLAGS: -O2
#include "stack.h"

static __attribute__((noinline)) float body(int n) {
  _Alignas(64) volatile float block[64];
  block[n] = (float)n;
#pragma omp task shared(block) if (0)
  {
    cts_body("task");
    block[0] = block[n];
  }
  cts_after("task");
  return block[0];
}

int main(void) {
  float sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += body(1 + omp_get_thread_num());
  return sum < 1;
}
