// A taskwait with depend executes a task that meets another one, on the same thread.
#include <omp.h>

int main(void) {
  int x = 0, y = 0, over = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp task depend(out : x) shared(x, y)
    {
#pragma omp task depend(out : y) shared(y)
      y = 1;
#pragma omp taskwait depend(in : y)
      x = 1;
    }
#pragma omp taskwait depend(in : x)
#pragma omp atomic write
    over = 1;
  } else {
    // Takes no task, so that the other thread executes them while it waits.
    for (int seen = 0; !seen;)
#pragma omp atomic read
      seen = over;
  }
  return x + y != 2;
}
