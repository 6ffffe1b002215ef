// A task with a depend clause, in a program that keeps no frame pointers.
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
