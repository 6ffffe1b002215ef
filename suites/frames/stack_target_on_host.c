// A target region that the if clause keeps on the host, with a region inside.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

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
