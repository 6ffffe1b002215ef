// A task outside all regions, and one inside it.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
#pragma omp task
  {
    cts_body("task");
#pragma omp task
    cts_body("task");
#pragma omp taskwait
    cts_after("task");
  }
#pragma omp taskwait
}
