// A barrier and an ordered region outside all parallel regions do not put the thread into one.
#include "cts.h"

static void alone(void) {
  cts_expect("state.work-serial", "probe_thread asked=note => state=work_serial");
  cts_body("serial");
}

int main(void) {
#pragma omp single
  alone();
  alone();
#pragma omp for ordered nowait
  for (int i = 0; i < 2; i++) {
#pragma omp ordered
    alone();
  }
  alone();
}
