// SHOWS: loop.type-by-schedule
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.type-by-schedule", "work => work_type=loop_dynamic/loop_other");
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; i++)
      ;
  }
}
