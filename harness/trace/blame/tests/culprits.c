/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * culprits late|lock|critical|serial|task: one function, `culprit`, makes the other thread wait, for
 * as long as it takes to be sampled often enough. */
#include "cts.h"
#include <string.h>

static omp_lock_t lock;
static int taken;

static __attribute__((noinline)) void culprit(void) {
  cts_announce(&taken);
  cts_hold(2);
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

int main(int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "";
  const int late = !strcmp(kind, "late"), locks = !strcmp(kind, "lock");
  const int critical = !strcmp(kind, "critical"), task = !strcmp(kind, "task");
  omp_set_dynamic(0);
  omp_init_lock(&lock);
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
    }
  }
  if (!strcmp(kind, "serial"))
    culprit();
  omp_destroy_lock(&lock);
}
