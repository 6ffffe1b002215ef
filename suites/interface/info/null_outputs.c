// Every inquiry accepts NULL for the outputs that the tool does not want.
// RULES: parallel-info.null-args task-info.null-args get-state.wait-id-null
// RECORD: --probes=full
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
#pragma omp barrier
    cts_after("barrier");
  }
}
