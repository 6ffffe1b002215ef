// Tasks of one mutexinoutset never run at the same time.
// REQUIRES: depend_mutexinoutset
#include "cts.h"

int main(void) {
  int x = 0, inside = 0;
#pragma omp parallel num_threads(4) shared(x, inside)
#pragma omp single
  {
    cts_mark();
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(mutexinoutset : x) shared(inside)
      {
        int before, after, now = 1;
#pragma omp atomic capture
        before = inside++;
        x++;
        for (long i = 0; i < 1L << 21 && now == 1; i++)
#pragma omp atomic read
          now = inside;
#pragma omp atomic capture
        after = --inside;
        cts_value("task-schedule.mutex-respected", "others inside", before + after, 0);
      }
    }
    cts_count("task-create.has-dependences", 20, "task_create has_dependences!=0");
  }
  return x != 20;
}
