// Ten regions in a row, with and without tasks: nothing of the frames of one is left in the next.
// RULES: frame.cleared-after frame.initial-exit-null frame.enter-null-in-user-code
// RULES: frame.enclosing-function
// FLAGS: -O0
#include "cts.h"

int main(void) {
  for (int i = 0; i < 10; i++) {
    cts_frame("parallel");
#pragma omp parallel num_threads(2)
    {
      cts_body("parallel");
      if (i % 2) {
#pragma omp task
        cts_body("task");
      }
    }
    cts_after("parallel");
    cts_body("serial");
  }
}
