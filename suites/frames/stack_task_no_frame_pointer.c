// The same without frame pointers in the program, and with a depend clause.
// FLAGS: -O2 -fomit-frame-pointer
#include "stack.h"

static __attribute__((noinline)) void spawn(int *word) {
#pragma omp task depend(inout : *word)
  {
    ++*word;
    cts_body("task");
  }
}

int main(void) {
  int word = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    spawn(&word);
    spawn(&word);
#pragma omp taskwait
  }
  return word != 2;
}
