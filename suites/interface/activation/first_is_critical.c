// The first contact is a critical construct in the sequential part.
#include "cts.h"

static volatile int touched;

int main(void) {
#pragma omp critical
  touched = 1;
  cts_total("init.before-first-construct", 1, "mutex_acquire");
  cts_total("init.before-first-construct", 1, "mutex_acquired");
  cts_total("init.before-first-construct", 1, "mutex_released");
}
