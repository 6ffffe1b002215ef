// Inactive regions, again and again: the frame of the encountering task is that of the construct's
// function, whatever code calls the serial version.
// RULES: frame.in-parallel-begin frame.enclosing-function
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void encounter(int active) {
  cts_frame("parallel");
#pragma omp parallel num_threads(2) if (active)
  cts_body("parallel");
  cts_after("parallel");
}

int main(int count, char **arguments) {
  (void)arguments;
  for (int round = 0; round < 4; round++)
    encounter(count > 1);
}
