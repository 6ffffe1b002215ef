// The same constructs stand in two functions: each event has a return address of its own function.
// REQUIRES: visible_static_loop, visible_master
#include "cts.h"

#define PRAGMA(text) _Pragma(#text)

/* This thread's events of that kind since its mark have addresses in this function. */
#define IN_HERE(event)                                                                             \
  cts_count("codeptr.in-function", 0, event " codeptr_ra@function!=%s", __func__);

static int x;

/* A function with one of each, which all threads of a team call. */
#define CONSTRUCTS(name)                                                                           \
  static __attribute__((noinline)) void name(void) {                                               \
    cts_mark();                                                                                    \
    omp_lock_t lock;                                                                               \
    omp_nest_lock_t nest;                                                                          \
    omp_init_lock(&lock);                                                                          \
    omp_set_lock(&lock);                                                                           \
    omp_unset_lock(&lock);                                                                         \
    omp_destroy_lock(&lock);                                                                       \
    omp_init_nest_lock(&nest);                                                                     \
    omp_set_nest_lock(&nest);                                                                      \
    omp_set_nest_lock(&nest);                                                                      \
    omp_unset_nest_lock(&nest);                                                                    \
    omp_unset_nest_lock(&nest);                                                                    \
    omp_destroy_nest_lock(&nest);                                                                  \
    PRAGMA(omp flush)                                                                              \
    PRAGMA(omp barrier)                                                                            \
    PRAGMA(omp for schedule(static))                                                               \
    for (int i = 0; i < 4; i++)                                                                    \
      cts_body("loop");                                                                            \
    PRAGMA(omp for schedule(dynamic) nowait)                                                       \
    for (int i = 0; i < 4; i++)                                                                    \
      cts_body("loop");                                                                            \
    PRAGMA(omp for schedule(guided) nowait)                                                        \
    for (int i = 0; i < 4; i++)                                                                    \
      cts_body("loop");                                                                            \
    PRAGMA(omp single)                                                                             \
    cts_body("single");                                                                            \
    PRAGMA(omp master)                                                                             \
    cts_body("masked");                                                                            \
    PRAGMA(omp critical)                                                                           \
    x++;                                                                                           \
    PRAGMA(omp task)                                                                               \
    cts_body("task");                                                                              \
    PRAGMA(omp taskwait)                                                                           \
    PRAGMA(omp taskgroup)                                                                          \
    {                                                                                              \
      PRAGMA(omp task if (0))                                                                      \
      cts_body("task");                                                                            \
    }                                                                                              \
    IN_HERE("flush")                                                                               \
    IN_HERE("sync_region")                                                                         \
    IN_HERE("sync_region_wait")                                                                    \
    IN_HERE("work")                                                                                \
    IN_HERE("masked")                                                                              \
    IN_HERE("lock_init")                                                                           \
    IN_HERE("lock_destroy")                                                                        \
    IN_HERE("nest_lock")                                                                           \
    IN_HERE("mutex_acquire")                                                                       \
    IN_HERE("mutex_acquired")                                                                      \
    IN_HERE("mutex_released")                                                                      \
    IN_HERE("task_create")                                                                         \
  }

CONSTRUCTS(one)
CONSTRUCTS(other)

/* A function with a parallel region, whose primary thread reports of it what it has not before. */
#define REGION(name)                                                                               \
  static __attribute__((noinline)) void name(void) {                                               \
    cts_mark();                                                                                    \
    PRAGMA(omp parallel num_threads(2))                                                            \
    cts_body("parallel");                                                                          \
    IN_HERE("parallel_begin")                                                                      \
    IN_HERE("parallel_end")                                                                        \
    IN_HERE("sync_region")                                                                         \
    IN_HERE("sync_region_wait")                                                                    \
  }

REGION(region)
REGION(other_region)

int main(void) {
  for (int round = 0; round < 3; round++) {
    region();
    other_region();
#pragma omp parallel num_threads(2)
    {
      one();
      other();
    }
  }
}
