// A member that has executed its iteration waits for the other member: it executes two tasks in the
// barrier at the loop's end, and between them there is nothing to do.
// RULES: sync.wait-pair
#include "executed_elsewhere.h"

int main(void) {
  int waits = 0;
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; i++)
      if (i == 0 && omp_get_num_threads() == 2)
        waits = somebody_waits(1);
    if (waits && omp_get_thread_num() == 1)
      CTS_WAITED("");
  }
}
