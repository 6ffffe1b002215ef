// Signals at the callbacks of every construct that the other storms leave out: worksharing, masked,
// taskloop, reductions, dependences, detached tasks, cancellation, flushes, locks' lives, ordered
// regions, control of the tool.
// RULES: sigsafe.inquiry sigsafe.consistent
// REQUIRES: control_tool
// ENV: OMP_CANCELLATION=true
// RECORD: --sample=20000
#include "cts.h"

static void share_work(void) {
  int sum = 0;
#pragma omp for schedule(static, 1) nowait
  for (int i = 0; i < 4; ++i) {
  }
#pragma omp for schedule(guided)
  for (int i = 0; i < 4; ++i) {
  }
#pragma omp for ordered schedule(dynamic, 1)
  for (int i = 0; i < 4; ++i) {
#pragma omp ordered
    ++sum;
  }
#pragma omp sections
  {
#pragma omp section
    ++sum;
#pragma omp section
    ++sum;
  }
#pragma omp master
  ++sum;
#pragma omp flush
}

static void make_tasks(void) {
  int a = 0, b = 0;
#pragma omp taskgroup task_reduction(+ : a)
  {
#pragma omp taskloop grainsize(2) in_reduction(+ : a) nogroup
    for (int i = 0; i < 8; ++i)
      ++a;
  }
#pragma omp task depend(out : b)
  ++b;
#pragma omp task depend(in : b)
  ++a;
#pragma omp task
  {
#pragma omp taskyield
  }
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event)
  omp_fulfill_event(event);
#pragma omp taskwait
}

int main(void) {
  int total = 0;
  do {
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2) reduction(+ : total)
    {
      share_work();
#pragma omp single
      make_tasks();
      omp_set_lock(&lock);
      ++total;
      omp_unset_lock(&lock);
#pragma omp cancellation point parallel
    }
#pragma omp parallel num_threads(2)
    {
#pragma omp cancel parallel
    }
    omp_control_tool(omp_control_tool_flush, 0, NULL);
    omp_destroy_lock(&lock);
  } while (cts_wants_samples(8000));
}
