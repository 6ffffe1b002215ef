// A serialized region inside a serialized region, and a task in the inner one.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
#pragma omp parallel if (0)
#pragma omp parallel if (0)
  {
#pragma omp task
    cts_body("task");
  }
}
