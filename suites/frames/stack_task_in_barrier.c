// Tasks that run in an explicit barrier, and in that which closes the region.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    cts_body("task");
#pragma omp barrier
#pragma omp task
    cts_body("task");
  }
}
