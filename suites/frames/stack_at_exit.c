// A region after main has returned, in a function that atexit has registered.
// FLAGS: -O0
#include "stack.h"


static void late(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
}

int main(void) {
  (void)
      omp_get_max_threads(); /* work at exit comes after functions registered now */
  return atexit(late);
}
