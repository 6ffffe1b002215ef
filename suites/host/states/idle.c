// A thread of the pool waits for work, outside all teams.
// RULES: state.idle
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_hold(2);
}
