// The program, the C library, the program again, and then a region: the frames of a library on the
// stack belong neither to the program nor to the runtime.
// FLAGS: -O0
#include "stack.h"


static __attribute__((noinline)) int compare(const void *a, const void *b) {
  int members = 0;
#pragma omp parallel num_threads(2) reduction(+ : members)
  {
    cts_body("parallel");
    ++members;
  }
  return members ? *(const int *)a - *(const int *)b : 0;
}

int main(void) {
  int numbers[] = {2, 1};
  qsort(numbers, 2, sizeof numbers[0], compare);
  return numbers[0] != 1;
}
