// A small application: a stencil in time steps, with tasks for its borders and a reduction.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64
static double old[N], now[N];

static double step(void) {
  double change = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(guided, 4) reduction(max : change)
    for (int i = 1; i < N - 1; ++i) {
      now[i] = (old[i - 1] + old[i + 1]) / 2;
      change = fmax(change, fabs(now[i] - old[i]));
    }
#pragma omp masked
    {
#pragma omp task
      now[0] = old[0];
#pragma omp task
      now[N - 1] = old[N - 1];
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; ++i)
      old[i] = now[i];
  }
  return change;
}

int main(void) {
  double change = 0;
  old[0] = 1;
  for (int i = 0; i < 4; ++i) {
    change = step();
#pragma omp critical
    printf("%g\n", change);
  }
  return change > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
