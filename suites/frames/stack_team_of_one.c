// A region of one thread that was asked for by its number.
// FLAGS: -O1
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_body("parallel");
#pragma omp task
    cts_body("task");
  }
}
