// Frames whose size is known at run time only, without frame pointers where that is possible.
// FLAGS: -O2 -fomit-frame-pointer
#include "stack.h"

#include <alloca.h>
#include <string.h>

static __attribute__((noinline)) int body(unsigned n) {
  char *block = (char *)alloca(n);
  memset(block, (int)n, n);
  cts_body("parallel");
  return block[n - 1];
}

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += body(100 + 300 * (unsigned)omp_get_thread_num());
  return sum == 0;
}
