/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * whole_programs fib|loops: many tiny tasks, or regions with a little work in each, on two threads.
 * Says how many seconds it took. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { elements = 20000, regions = 3000, depth = 23 };
static double a[elements], b[elements];

static int fib(int n) {
  int x, y;
  if (n < 2)
    return n;
#pragma omp task untied shared(x)
  x = fib(n - 1);
#pragma omp task untied shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}

int main(int argc, char **argv) {
  volatile int result = 0;
  const double began = omp_get_wtime();
  if (argc > 1 && !strcmp(argv[1], "fib")) {
#pragma omp parallel num_threads(2)
#pragma omp single
    result = fib(depth);
  } else {
    for (int region = 0; region < regions; ++region) {
#pragma omp parallel for num_threads(2)
      for (int i = 0; i < elements; ++i)
        a[i] = a[i] * 0.5 + b[i] + region;
    }
  }
  printf("%.5f\n", omp_get_wtime() - began);
  return 0;
}
