// SHOWS: frame.enter-set-when-suspended
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 100; i++) {
#pragma omp task
    cts_body("task");
  }
}
