// Each kind of event stems from one construct, which a team executes again and again: whichever
// thread reports it, and how often, its return address lies in the lines of that construct.
// RULES: codeptr.in-function codeptr.in-lines work.end-after-body codeptr.in-text
// REQUIRES: visible_static_loop, visible_sections
#include "cts.h"

enum { THREADS = 8, ROUNDS = 3 };

/* Around a construct. Statements about all events hold for the whole run and are made once;
 * statements about this thread's events there need no kind. */
#define FROM_HERE() (cts_mark(), first = __LINE__)
#define ALL_TO_HERE(event)                                                                         \
  (says ? (cts_total("codeptr.in-function", 0, event " codeptr_ra@function!=%s", __func__),        \
           cts_total("codeptr.in-lines", 0, event " codeptr_ra@lines!=%d-%d", first, __LINE__))    \
        : (void)0)

#define TO_HERE(event)                                                                             \
  (cts_count("codeptr.in-function", 0, event " codeptr_ra@function!=%s", __func__),                \
   cts_count("codeptr.in-lines", 0, event " codeptr_ra@lines!=%d-%d", first, __LINE__))

static int x, sums[16];

static void inside(int says) {
  int first;
  omp_lock_t lock;

  FROM_HERE();
#pragma omp barrier
  ALL_TO_HERE("sync_region kind=barrier_explicit");
  ALL_TO_HERE("sync_region_wait kind=barrier_explicit");

  FROM_HERE();
#pragma omp single
  x++;
  ALL_TO_HERE("sync_region kind=barrier_implicit_workshare");
  ALL_TO_HERE("sync_region_wait kind=barrier_implicit_workshare");
  ALL_TO_HERE("work work_type=single_executor/single_other");

  FROM_HERE();
#pragma omp for schedule(static) nowait
  for (int i = 0; i < 32; i++)
    cts_body("loop");
  cts_after("loop");
  TO_HERE("work");

  FROM_HERE();
#pragma omp for schedule(guided) nowait
  for (int i = 0; i < 32; i++)
    cts_body("loop");
  cts_after("loop");
  TO_HERE("work");

  FROM_HERE();
#pragma omp sections nowait
  {
#pragma omp section
    cts_body("section");
#pragma omp section
    cts_body("section");
  }
  ALL_TO_HERE("work work_type=sections");

  FROM_HERE();
#pragma omp master
  x++;
  ALL_TO_HERE("masked");

  FROM_HERE();
#pragma omp critical
  x++;
  ALL_TO_HERE("mutex_acquire kind=critical");
  ALL_TO_HERE("mutex_acquired kind=critical");
  ALL_TO_HERE("mutex_released kind=critical");

  FROM_HERE();
#pragma omp for ordered schedule(dynamic, 2) nowait
  for (int i = 0; i < 8; i++) {
#pragma omp ordered
    x++;
  }
  TO_HERE("work");
  ALL_TO_HERE("mutex_acquire kind=ordered");
  ALL_TO_HERE("mutex_acquired kind=ordered");
  ALL_TO_HERE("mutex_released kind=ordered");

  FROM_HERE();
  omp_init_lock(&lock);
  ALL_TO_HERE("lock_init");
  FROM_HERE();
  omp_set_lock(&lock);
  ALL_TO_HERE("mutex_acquire kind=lock");
  ALL_TO_HERE("mutex_acquired kind=lock");
  FROM_HERE();
  omp_unset_lock(&lock);
  ALL_TO_HERE("mutex_released kind=lock");
  FROM_HERE();
  omp_destroy_lock(&lock);
  ALL_TO_HERE("lock_destroy");

  FROM_HERE();
#pragma omp flush
  ALL_TO_HERE("flush");
}

static void tasks(int says) {
  int first;
  FROM_HERE();
#pragma omp taskgroup
  {
#pragma omp task
    x++;
  }
  ALL_TO_HERE("sync_region kind=taskgroup codeptr_ra!=null");
  ALL_TO_HERE("sync_region_wait kind=taskgroup");
  ALL_TO_HERE("task_create flags&explicit");

  FROM_HERE();
#pragma omp taskwait
  ALL_TO_HERE("sync_region kind=taskwait");
  ALL_TO_HERE("sync_region_wait kind=taskwait");
}

static void regions(int says) {
  int first;
  FROM_HERE();
#pragma omp parallel num_threads(THREADS) reduction(+ : sums)
  {
    sums[omp_get_thread_num() % 16]++;
    inside(says && omp_get_thread_num() == 0);
    tasks(says && omp_get_thread_num() == 0);
  }
  ALL_TO_HERE("parallel_begin flags&team");
  ALL_TO_HERE("parallel_end flags&team");
  ALL_TO_HERE("sync_region kind=barrier_implicit_parallel");
  ALL_TO_HERE("sync_region_wait kind=barrier_implicit_parallel");
  ALL_TO_HERE("sync_region kind=barrier_implementation");
  ALL_TO_HERE("sync_region_wait kind=barrier_implementation");
  ALL_TO_HERE("reduction");
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++)
    regions(round == 0);
}
