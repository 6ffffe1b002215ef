// Recursion with a taskwait on every level: tied tasks are suspended in each other. Which ones a
// thread may start there is restricted, and each goes on on its own thread.
// RULES: task-schedule.constraint-descendant task-schedule.tied-same-thread
// RULES: task-schedule.balanced-return
#include "cts.h"

static int fib(int n) {
  int a, b, before = omp_get_thread_num();
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  cts_value("task-schedule.tied-same-thread", "thread", omp_get_thread_num(), before);
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  result = fib(10);
  return result != 55;
}
