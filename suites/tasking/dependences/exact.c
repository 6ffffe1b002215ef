// While the first task of a chain is not over, every dependence of the chain is unfulfilled: each
// task is reported to depend on the one before it, once, and on nothing unknown.
// RULES: task-dependence.distinct task-dependence.siblings task-dependence.order
// RULES: dependences.list
#include "cts.h"
#include <sched.h>

enum { LENGTH = 5 };

static int all_created, blocked;

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    int creator = omp_get_thread_num();
    cts_mark();
    for (int i = 0; i < LENGTH; i++) {
      cts_expect("dependences.list", "task_create => new_task=$t%d", i);
#pragma omp task depend(inout : x)
      if (i == 0 && omp_get_thread_num() != creator) {
        __atomic_store_n(&blocked, 1, __ATOMIC_SEQ_CST);
        while (!__atomic_load_n(&all_created, __ATOMIC_SEQ_CST))
          sched_yield();
      }
      /* nothing is known of a first task that the creator would have to execute itself */
      while (i == 0 && omp_get_num_threads() == 2 && !__atomic_load_n(&blocked, __ATOMIC_SEQ_CST))
        sched_yield();
    }
    if (blocked) {
      cts_count("dependences.list", LENGTH, "dependences ndeps=1");
      for (int i = 1; i < LENGTH; i++)
        cts_count("task-dependence.distinct", 1, "task_dependence src_task=$t%d sink_task=$t%d",
                  i - 1, i);
      cts_count("task-dependence.distinct", 0, "task_dependence src_task=null");
    }
    __atomic_store_n(&all_created, 1, __ATOMIC_SEQ_CST);
  }
}
