// A handler of atexit still uses OpenMP: its region is reported before the finalizer.
// RULES: fin.once fin.last parallel-end.paired
#include "cts.h"

static void late(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
  return atexit(late);
}
