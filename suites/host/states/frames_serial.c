// Samples in the program's code before, between and after regions.
// RULES: frame.separates-program
// FLAGS: -O0
// RECORD: --stacks=all --sample=2000
#include "cts.h"

int main(void) {
  cts_hold(1);
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_hold(1);
}
