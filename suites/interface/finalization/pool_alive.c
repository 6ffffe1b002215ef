// Many pool threads wait for work when the program ends: their late events still come before the
// finalizer.
// RULES: fin.last thread-end.last-on-thread implicit-task-end.paired thread-end.paired
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(8)
  cts_body("parallel");
  cts_after("parallel");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}
