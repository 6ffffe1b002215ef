// A single that another thread than the primary executes: the primary comes to it when it has
// begun.
// RULES: work.task-data single.executor-one single.other-pair
#include "cts.h"

int main(void) {
  static int begun[4];
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() == 2)
    for (int i = 0; i < 4; i++) {
      const int me = omp_get_thread_num();
      /* the threads take turns */
      while (me == i % 2 && !__atomic_load_n(&begun[i], __ATOMIC_ACQUIRE))
        ;
      cts_expect("work.task-data", "work endpoint=begin => task=current work_type=%s",
                 me == i % 2 ? "single_other" : "single_executor");
#pragma omp single nowait
      {
        cts_body("single");
        __atomic_store_n(&begun[i], 1, __ATOMIC_RELEASE);
      }
    }
}
