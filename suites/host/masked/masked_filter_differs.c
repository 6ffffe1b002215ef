// The filter expression may differ from thread to thread: here each selects itself, but number 1.
// REQUIRES: visible_masked
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num(), runs = me != 1;
    cts_mark();
#pragma omp masked filter(runs ? me : 0)
    cts_body("masked");
    cts_count("masked.filter-threads", runs, "masked endpoint=begin");
    cts_count("masked.pair", runs, "masked endpoint=end");
  }
}
