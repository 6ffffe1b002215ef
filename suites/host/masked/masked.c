// masked without a filter selects the primary thread.
// REQUIRES: visible_masked
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int primary = omp_get_thread_num() == 0;
    cts_mark();
#pragma omp masked
    cts_body("masked");
    cts_count("master.primary-only", primary, "masked endpoint=begin");
    cts_count("masked.pair", primary, "masked endpoint=end");
    cts_count("masked.no-barrier", 0, "sync_region");
    if (!primary)
      cts_count("masked.non-selected-silent", 0, "masked");
  }
}
