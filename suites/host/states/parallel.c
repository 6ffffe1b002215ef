// Both members of a team compute until they have been sampled there.
// RULES: state.work-parallel state.maintained
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  cts_hold(2);
}
