// Main and another thread take turns with their regions: each keeps its own initial task.
#include "cts.h"
#include <pthread.h>
#include <sched.h>

static int turn;

static void take_turns(int me) {
  int seen;
  for (int round = 0; round < 4; round++) {
    do {
      sched_yield();
#pragma omp atomic read
      seen = turn;
    } while (seen != 2 * round + me);
    cts_expect("parallel-begin.encountering-data",
               "parallel_begin => encountering_task=current encountering_task=$task%d", me);
    cts_expect("parallel-end.context", "parallel_end => encountering_task=$task%d", me);
#pragma omp parallel num_threads(2)
    cts_body("parallel");
    cts_after("parallel");
    cts_increment(&turn);
  }
}

static void *work(void *argument) {
  take_turns(1);
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  take_turns(0);
  pthread_join(thread, NULL);
  cts_total("parallel-end.paired", 8, "parallel_end");
}
