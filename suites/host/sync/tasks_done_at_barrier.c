// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks generated before an explicit barrier have completed behind it.
// RULES: barrier.tasks-complete barrier.explicit-every-member
#include "cts.h"

int main(void) {
  int done = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(3)
  {
    int seen;
    for (int i = 0; i < 4; i++) {
#pragma omp task shared(done)
      {
#pragma omp atomic
        done++;
      }
    }
#pragma omp barrier
#pragma omp atomic read
    seen = done;
    cts_value("barrier.tasks-complete", "tasks", seen, 4 * omp_get_num_threads());
  }
}
