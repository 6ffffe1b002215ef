// Three threads of the program inside regions of their own at the same time: three regions of
// different identity, with no event shared.
// RULES: parallel-begin.data-none implicit-task-begin.one-per-index parallel-end.context
// RULES: thread-begin.first-on-thread implicit-task-begin.parallel-data
#include "cts.h"
#include <pthread.h>
#include <sched.h>

static int inside, tasks;

static void *work(void *argument) {
  (void)argument;
#pragma omp parallel num_threads(2)
  {
    int seen;
    cts_body("parallel");
    cts_increment(&tasks);
    if (omp_get_thread_num() == 0) {
      cts_increment(&inside);
      do {
        sched_yield();
#pragma omp atomic read
        seen = inside;
      } while (seen < 3);
    }
  }
  cts_after("parallel");
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  (void)omp_get_max_threads();
  for (int i = 0; i < 3; i++)
    if (pthread_create(&threads[i], NULL, work, NULL))
      return 1;
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  cts_total("parallel-end.context", 3, "parallel_end");
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
