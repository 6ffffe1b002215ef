/* culprits late|lock|nest|critical|ordered|taskloop|serial|task|producer|library: one function,
 * `culprit`, makes the other thread wait, for as long as it takes to be sampled often enough. */
#include "cts.h"
#include <string.h>
#include <time.h>

static omp_lock_t lock;
static omp_nest_lock_t nest_lock;
static int taken, come;

static __attribute__((noinline)) void culprit(void) {
  cts_announce(&taken);
  cts_hold(2);
}

// The samples lie in the C library, whose code has no frame pointers.
static __attribute__((noinline)) void culprit_in_library(void) {
  const volatile unsigned long long *samples = cts_sample_count();
  const unsigned long long enough = samples ? *samples + 400 : 0;
  struct timespec now;
  while (samples && *samples < enough)
    clock_gettime(CLOCK_MONOTONIC, &now);
}

static __attribute__((noinline)) void holds_the_lock(void) {
  omp_set_lock(&lock);
  culprit();
  omp_unset_lock(&lock);
}

static __attribute__((noinline)) void is_critical(int first) {
#pragma omp critical
  if (first)
    culprit();
}

static void has_the_nested_lock(int first) {
  if (!first)
    cts_await(&taken);
  omp_set_nest_lock(&nest_lock);
  omp_set_nest_lock(&nest_lock);
  omp_unset_nest_lock(&nest_lock);
  if (first)
    culprit();
  omp_unset_nest_lock(&nest_lock);
}

static void in_order(void) {
#pragma omp for ordered schedule(static, 1)
  for (int i = 0; i < 2; ++i) {
    if (i == 1)
      cts_await(&taken);
#pragma omp ordered
    if (i == 0)
      culprit();
  }
}

// Each thread executes one of the two tasks, because the tasks wait for each other first.
static void in_taskloop(void) {
#pragma omp single
#pragma omp taskloop num_tasks(2)
  for (int i = 0; i < 2; ++i) {
    __atomic_fetch_add(&come, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&come, __ATOMIC_ACQUIRE) < 2) {
    }
    if (i == 1)
      cts_await(&taken);
    is_critical(i == 0);
  }
}

int main(int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "";
  const int late = !strcmp(kind, "late"), locks = !strcmp(kind, "lock");
  const int critical = !strcmp(kind, "critical"), task = !strcmp(kind, "task");
  omp_set_dynamic(0);
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel num_threads(2)
  {
    const int first = omp_get_thread_num() == 0;
    if (late) {
      if (first)
        culprit();
#pragma omp barrier
    } else if (locks) {
      if (first) {
        holds_the_lock();
      } else {
        cts_await(&taken);
        omp_set_lock(&lock);
        omp_unset_lock(&lock);
      }
    } else if (critical) {
      if (!first)
        cts_await(&taken);
      is_critical(first);
    } else if (task && first) {
#pragma omp task
      culprit();
    } else if (!strcmp(kind, "nest")) {
      has_the_nested_lock(first);
    } else if (!strcmp(kind, "ordered")) {
      in_order();
    } else if (!strcmp(kind, "taskloop")) {
      in_taskloop();
    } else if (!strcmp(kind, "producer") && first) {
      culprit(); // makes tasks too slowly
#pragma omp task
      come = 1;
    } else if (!strcmp(kind, "library") && first) {
      culprit_in_library();
    }
  }
  if (!strcmp(kind, "serial"))
    culprit();
  omp_destroy_nest_lock(&nest_lock);
  omp_destroy_lock(&lock);
}
