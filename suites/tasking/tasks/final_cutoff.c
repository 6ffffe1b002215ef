// Recursion with a final cut-off, as programs use it: the tasks at and below the cut-off are final,
// those above are not.
#include "cts.h"

static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
  if (n > 4) /* a final task may be a plain call that no event announces */
    cts_expect("task-create.flags-final", "task_create encountering_task=current => flags!&final");
  else
    cts_mark();
#pragma omp task shared(a) final(n <= 4)
  a = fib(n - 1);
  if (n <= 4)
    cts_count("task-create.flags-final", 0, "task_create encountering_task=current flags!&final");
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  result = fib(8);
  return result != 21;
}
