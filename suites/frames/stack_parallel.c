// A region three calls deep in the program, its body two calls deeper.
// FLAGS: -O0
#include "stack.h"

static __attribute__((noinline)) void deepest(void) { cts_body("parallel"); }
static __attribute__((noinline)) void deeper(void) { deepest(); }

static __attribute__((noinline)) void region(void) {
#pragma omp parallel num_threads(2)
  deeper();
  cts_after("parallel");
}
static __attribute__((noinline)) void around(void) { region(); }

int main(void) { around(); }
