// A barrier with tasks to execute: the implicit task is suspended in the runtime meanwhile, and
// back in user code after it.
// RULES: frame.enter-set-when-suspended frame.exit-set-in-user-code frame.enter-null-in-user-code
// FLAGS: -O0
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
    for (int i = 0; i < 4; i++) {
#pragma omp task
      cts_body("task");
    }
#pragma omp barrier
    cts_body("parallel");
  }
}
