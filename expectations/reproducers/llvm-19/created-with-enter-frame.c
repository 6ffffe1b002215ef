// SHOWS: frame.nesting-order frame.enter-null-in-user-code
// MAY SHOW: frame.points-into-stack
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task depend(inout : x)
  cts_frame("task");
}
