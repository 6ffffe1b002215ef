// The same recursion with untied tasks.
#include "cts.h"

static int fib(int n) {
  int a = 0, b = 0;
  if (n < 2)
    return n;
#pragma omp task untied shared(a)
  a = fib(n - 1);
#pragma omp task untied shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  result = fib(9);
  cts_total("task-create.one-per-task", 108, "task_create flags&explicit");
  cts_total("task-create.flags-untied", 108, "task_create flags&explicit flags&untied");
  cts_total("task-schedule.complete-once", 108, "task_schedule prior_task_status=complete");
  return result != 34;
}
