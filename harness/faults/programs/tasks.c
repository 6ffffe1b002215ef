// Tasks: deferred, undeferred, final, untied, with taskwait, taskgroup, taskyield, nested.
#include <omp.h>
#include <stdlib.h>

static int done;

static void count(void) {
#pragma omp atomic
  done++;
}

static int fibonacci(int n) {
  if (n < 2)
    return n;
  int a = 0, b = 0;
#pragma omp task shared(a) final(n < 4)
  a = fibonacci(n - 1);
#pragma omp task shared(b) mergeable
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    result = fibonacci(6);
    for (int i = 0; i < 4; ++i)
#pragma omp task untied
    {
      count();
#pragma omp taskyield
      count();
    }
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        count();
      }
    }
#pragma omp task if (0)
    count();
#pragma omp task if (0)
    {
#pragma omp task
      count();
#pragma omp taskwait
    }
  }
  return result == 8 && done == 11 ? EXIT_SUCCESS : EXIT_FAILURE;
}
