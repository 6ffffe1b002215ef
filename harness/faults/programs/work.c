// Worksharing: loops of every schedule, sections, single, masked, scope of reductions, ordered.
#include <omp.h>
#include <stdlib.h>

#define N 12
static int hits[N], total;

static void loops(void) {
#pragma omp for schedule(static)
  for (int i = 0; i < N; ++i)
    hits[i]++;
#pragma omp for schedule(static, 3)
  for (int i = 0; i < N; ++i)
    hits[i]++;
#pragma omp for schedule(dynamic, 2)
  for (int i = 0; i < N; ++i)
    hits[i]++;
#pragma omp for schedule(guided) nowait
  for (int i = 0; i < N; ++i)
    hits[i] += 0;
#pragma omp barrier
#pragma omp for schedule(auto) reduction(+ : total)
  for (int i = 0; i < N; ++i)
    total += hits[i];
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < N; ++i)
#pragma omp ordered
    hits[i] += 0;
}

static void blocks(void) {
#pragma omp sections
  {
#pragma omp section
    hits[0]++;
#pragma omp section
    hits[1]++;
  }
#pragma omp single
  hits[2]++;
  int own = 0;
#pragma omp single copyprivate(own)
  own = 3;
#pragma omp atomic
  hits[4] += own;
#pragma omp masked
  hits[3]++;
}

int main(void) {
  for (int threads = 1; threads <= 3; threads += 2)
#pragma omp parallel num_threads(threads)
  {
    loops();
    blocks();
  }
  return total >= 3 * N ? EXIT_SUCCESS : EXIT_FAILURE;
}
