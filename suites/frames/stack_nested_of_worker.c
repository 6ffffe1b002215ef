// The inner region is a worker's: its stack has two levels, and none of the program around the
// outer one.
// RULES: frame.enter-set-when-suspended
// FLAGS: -O1
#include "stack.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
}
