// A task made three calls deep and executed where its parent waits, three calls deep in another
// function.
// FLAGS: -O0
#include "stack.h"

static __attribute__((noinline)) void work(void) { cts_body("task"); }
static __attribute__((noinline)) void spawn(void) {
#pragma omp task
  work();
}
static __attribute__((noinline)) void gather(void) {
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    spawn();
    gather();
  }
}
