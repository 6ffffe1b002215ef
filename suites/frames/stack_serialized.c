// A region that the if clause serializes: the encountering task and the implicit task are on one
// stack.
// FLAGS: -O0
#include "stack.h"

static __attribute__((noinline)) void region(int threads) {
#pragma omp parallel num_threads(threads) if (threads > 1)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) { region(1); }
