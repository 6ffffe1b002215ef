// The last thing that a task and a body do is a call of the runtime, which the compiler may make a
// jump.
// FLAGS: -O2
#include "stack.h"

static __attribute__((noinline)) void wait_for_tasks(void) {
#pragma omp taskwait
}
static __attribute__((noinline)) void wait_for_all(void) {
#pragma omp barrier
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    {
#pragma omp task
      cts_body("task");
      wait_for_tasks();
    }
    wait_for_all();
  }
}
