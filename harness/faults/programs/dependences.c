// Dependences: chains, readers, mutexinoutset, taskwait and undeferred tasks with depend.
#include <omp.h>
#include <stdlib.h>

int main(void) {
  int x = 0, y = 0, seen = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(out : x) shared(x)
      x++;
#pragma omp task depend(in : x) depend(out : y) shared(x, y)
      y += x;
#pragma omp task depend(in : x) shared(x, seen)
#pragma omp atomic
      seen += x;
    }
#pragma omp task depend(inout : x, y) shared(x, y)
    x += y;
#pragma omp taskwait depend(in : x)
#pragma omp task depend(mutexinoutset : y) shared(y)
    y++;
#pragma omp task depend(mutexinoutset : y) shared(y)
    y++;
#pragma omp task if (0) depend(in : y) shared(y, seen)
    seen += y > 0;
#pragma omp taskwait
  }
  return x == 9 && y == 8 ? EXIT_SUCCESS : EXIT_FAILURE;
}
