// A task that any thread of the pool may execute runs until its thread has been sampled there. The
// initial thread first gives a thread outside all teams time to take the task. Then the initial
// thread waits, and executes the task if no other thread has taken the task.
// RULES: state.free-agent task-schedule.free-agents
// REQUIRES: threadset
// ENV: OMP_THREADS_RESERVE=structured(1),free_agent(2)
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
#pragma omp task threadset(omp_pool)
  cts_hold(2);
  cts_hold(2);
#pragma omp taskwait
}
