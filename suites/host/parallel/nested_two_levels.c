// Every member of an active region starts an inner region of its own: the inner begin names the
// member's implicit task as the encountering one.
// RULES: parallel-begin.encountering-data parallel-begin.requested
// RULES: implicit-task-begin.one-per-index implicit-task-begin.primary-index-0 parallel-end.paired
// RULES: parallel-begin.context implicit-task-begin.context
#include "cts.h"

int main(void) {
  int members = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    int inner = 0;
    cts_body("parallel");
    cts_mark();
    cts_expect("parallel-begin.encountering-data", "parallel_begin => encountering_task=current");
    cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=2");
    cts_expect("implicit-task-begin.primary-index-0", "implicit_task endpoint=begin => index=0");
#pragma omp parallel num_threads(2)
    {
      cts_body("parallel");
      if (omp_get_thread_num() == 0)
        inner = omp_get_num_threads();
    }
    cts_after("parallel");
    cts_count("parallel-end.paired", 1, "parallel_end");
#pragma omp atomic
    members += inner + 1;
  }
  cts_after("parallel");
  cts_total("implicit-task-begin.one-per-index", members,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
