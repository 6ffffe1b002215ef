// A hundred frames of one function below a region, and fifty in its body.
// FLAGS: -O1
#include "stack.h"

static __attribute__((noinline)) int body(int n) {
  volatile int here = n;
  if (n == 0)
    cts_body("parallel");
  else
    here = body(n - 1);
  return here;
}
static __attribute__((noinline)) int region(int n) {
  volatile int here = n;
  if (n > 0) {
    here = region(n - 1);
  } else {
#pragma omp parallel num_threads(2)
    (void)body(50);
  }
  return here;
}

int main(void) { return region(100) < 0; }
