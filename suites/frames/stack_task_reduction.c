// Tasks that run at the end of a reduction with the task modifier: a call around the taskgroup's.
// FLAGS: -O0
#include "stack.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(task, + : sum)
#pragma omp task in_reduction(+ : sum)
  {
    sum++;
    cts_body("task");
  }
}
