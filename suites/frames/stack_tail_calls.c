// Functions that leave by a jump to the next one: no frame of theirs is left below the region.
// FLAGS: -O2 -foptimize-sibling-calls
#include "stack.h"

static __attribute__((noinline)) void body(void) { cts_body("parallel"); }
static __attribute__((noinline)) void last(int *count) {
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    ++*count;
    body();
  }
}
static __attribute__((noinline)) void middle(int *count) { last(count); }
static __attribute__((noinline)) void first(int *count) { middle(count); }

int main(void) {
  int count = 0;
  first(&count);
  return count == 0;
}
