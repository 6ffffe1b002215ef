// A serialized region inside a serialized region, and a task in the inner one.
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp parallel if (0)
#pragma omp parallel if (0)
  {
#pragma omp task
    cts_body("task");
  }
}
