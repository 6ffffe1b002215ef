// Tasks that run where a taskgroup ends.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      cts_body("task");
#pragma omp task
      cts_body("task");
    }
    cts_after("taskgroup");
  }
}
