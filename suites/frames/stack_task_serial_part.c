// A task outside all regions, and one inside it.
// FLAGS: -O0
#include "stack.h"

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
