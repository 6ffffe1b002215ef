// A region of one thread that was asked for by its number.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O1
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_body("parallel");
#pragma omp task
    cts_body("task");
  }
}
