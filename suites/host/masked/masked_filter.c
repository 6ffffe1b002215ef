// filter(n) selects thread n: it alone reports the region. A number outside the team selects none.
// REQUIRES: visible_masked
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    for (int chosen = 0; chosen < 5; chosen++) {
      int me = omp_get_thread_num() == chosen;
      cts_mark();
#pragma omp masked filter(chosen)
      cts_body("masked");
      cts_count("masked.filter-threads", me, "masked endpoint=begin");
      cts_count("masked.pair", me, "masked endpoint=end");
    }
  }
}
