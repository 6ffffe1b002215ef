// Begin and end of a league name one region, and the end follows the encountering thread's own
// initial task.
// RULES: parallel-end.same-args teams-end.after-own-initial-task-end parallel.data-persistent
// RULES: parallel-end.paired teams.context
#include "cts.h"

static volatile int touched;

int main(void) {
  cts_expect("parallel.data-persistent", "parallel_begin flags&league => parallel=$league");
  cts_expect("parallel-end.same-args", "parallel_end flags&league => parallel=$league");
  cts_mark();
#pragma omp teams num_teams(2) thread_limit(1)
  touched++;
  cts_after("teams");
  cts_count("teams-end.after-own-initial-task-end", 1,
            "implicit_task endpoint=end flags&initial index=0");
  cts_count("parallel-end.paired", 1, "parallel_end flags&league");
}
