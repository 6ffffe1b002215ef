// After every construct in which a thread may wait, and inside those that let one in at a time, it
// works again: no state of waiting stays.
#include "cts.h"

static void in_team(const char *construct) {
  cts_expect("state.work-parallel", "probe_thread asked=note => state=work_parallel");
  cts_body(construct);
}

static void alone(void) {
  cts_expect("state.work-serial", "probe_thread asked=note => state=work_serial");
  cts_body("serial");
}

static void constructs(omp_lock_t *lock) {
  in_team("parallel");
#pragma omp barrier
  in_team("parallel");
#pragma omp for schedule(dynamic, 1)
  for (int i = 0; i < 4; i++)
    in_team("loop");
  in_team("parallel");
#pragma omp for ordered schedule(static, 1)
  for (int i = 0; i < 4; i++) {
#pragma omp ordered
    in_team("loop");
  }
  in_team("parallel");
#pragma omp single
  in_team("single");
  in_team("parallel");
#pragma omp critical
  in_team("parallel");
  in_team("parallel");
  omp_set_lock(lock);
  in_team("parallel");
  omp_unset_lock(lock);
#pragma omp master
  {
#pragma omp task
    in_team("task");
#pragma omp taskwait
    in_team("parallel");
#pragma omp taskgroup
    {
#pragma omp task
      in_team("task");
    }
    in_team("parallel");
  }
#pragma omp barrier
  in_team("parallel");
#pragma omp master
  for (int i = 0; i < 8; i++) {
#pragma omp task
    in_team("task");
  }
  /* a thread that waits here executes them */
#pragma omp barrier
  in_team("parallel");
}

int main(void) {
  omp_lock_t lock;
  omp_set_max_active_levels(2);
  omp_init_lock(&lock);
  alone();
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() > 1) {
    constructs(&lock);
#pragma omp parallel num_threads(2)
    if (omp_get_num_threads() > 1)
      in_team("parallel");
    in_team("parallel");
  }
  alone();
#pragma omp critical
  alone();
  alone();
  omp_destroy_lock(&lock);
}
