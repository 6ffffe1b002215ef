// The words that a tool may store in, of threads, regions and tasks that exist at the same time: each
// can be read, is another one than all the others, and holds what was stored until its end.
// RULES: data.pointer-rules data.unique-storage
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
#pragma omp parallel num_threads(2)
    {
      cts_body("parallel");
#pragma omp single
      for (int i = 0; i < 8; i++) {
#pragma omp task
        cts_body("task");
      }
    }
    cts_after("parallel");
  }
  cts_after("parallel");
}
