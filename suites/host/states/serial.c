// The initial thread computes outside all parallel regions until it has been sampled there.
// RULES: state.work-serial state.maintained
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  (void)omp_get_max_threads();
  cts_hold(1);
}
