// master: the primary thread alone reports the region, in the task that meets it.
// REQUIRES: visible_master
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int primary = omp_get_thread_num() == 0;
    cts_mark();
    if (primary)
      cts_expect("masked.task-data", "masked endpoint=begin => task=current");
#pragma omp master
    {
      cts_body("masked");
      cts_count("master.primary-only", 1, "masked endpoint=begin");
      cts_count("masked.pair", 0, "masked endpoint=end");
    }
    cts_count("masked.pair", primary, "masked endpoint=end");
    cts_count("masked.non-selected-silent", primary, "masked endpoint=begin");
  }
  cts_total("master.primary-only", 1, "masked endpoint=begin");
}
