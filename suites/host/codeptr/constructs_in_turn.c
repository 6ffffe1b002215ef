// The same constructs in two functions in turn: no event has the address of the construct before.
// REQUIRES: visible_master
#include "cts.h"

static omp_nest_lock_t lock;

/* This thread's events of that kind since the last mark have addresses in this function. */
#define ONLY_HERE(event)                                                                           \
  cts_count("codeptr.in-function", 0, event " codeptr_ra@function!=%s", __func__)

#define ALL_ONLY_HERE()                                                                            \
  (ONLY_HERE("task_create"), ONLY_HERE("masked"), ONLY_HERE("nest_lock"), ONLY_HERE("flush"))

__attribute__((noinline)) static void one(void) {
  cts_mark();
#pragma omp task
  cts_body("task");
#pragma omp master
  cts_body("masked");
  omp_set_nest_lock(&lock);
  omp_set_nest_lock(&lock);
#pragma omp flush
#pragma omp task if (0)
  cts_body("task");
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  ALL_ONLY_HERE();
}

__attribute__((noinline)) static void other(void) {
  cts_mark();
#pragma omp task if (0)
  cts_body("task");
#pragma omp master
  cts_body("masked");
  omp_set_nest_lock(&lock);
  omp_set_nest_lock(&lock);
#pragma omp flush
#pragma omp task
  cts_body("task");
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  ALL_ONLY_HERE();
}

int main(void) {
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    one();
    other();
    one();
    other();
  }
  omp_destroy_nest_lock(&lock);
}
