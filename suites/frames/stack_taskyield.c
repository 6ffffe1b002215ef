// Tasks that may run where another one yields.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; ++i) {
#pragma omp task
    {
#pragma omp taskyield
      cts_body("task");
    }
  }
}
