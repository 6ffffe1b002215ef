// A target region that the if clause keeps on the host, with a region inside.
// FLAGS: -O0
#include "stack.h"

int main(void) {
  int threads = 0;
#pragma omp target if (0) map(tofrom : threads)
  {
    cts_body("target");
#pragma omp parallel num_threads(2) reduction(+ : threads)
    {
      cts_body("parallel");
      ++threads;
    }
  }
  return threads != 2;
}
