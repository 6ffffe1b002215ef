// An active region inside a serialized one.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel if (0)
  {
    cts_body("parallel");
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
}
