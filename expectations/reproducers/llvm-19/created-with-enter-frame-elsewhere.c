// SHOWS: frame.points-into-stack frame.enter-null-in-user-code
// MAY SHOW: frame.nesting-order
#include "cts.h"

int main(void) {
  int x = 0, ran = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp task depend(inout : x)
    {
      cts_frame("task");
#pragma omp atomic write
      ran = 1;
    }
    for (int seen = 0; !seen;) { // so the other thread runs it
#pragma omp atomic read
      seen = ran;
    }
  }
}
