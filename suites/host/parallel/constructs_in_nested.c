// Constructs in the inner one of two active regions, twice: its events name the inner region
// and its tasks.
// RULES: work.parallel-data work.task-data sync.parallel-data sync.task-data
#include "cts.h"

static int sum;

static void constructs(void) {
#pragma omp for schedule(static)
  for (int i = 0; i < 5; i++)
    ;
#pragma omp for schedule(dynamic, 2)
  for (int i = 0; i < 5; i++)
    cts_body("loop");
#pragma omp for schedule(guided) reduction(+ : sum)
  for (int i = 0; i < 5; i++)
    sum++;
#pragma omp for ordered
  for (int i = 0; i < 3; i++) {
#pragma omp ordered
    cts_body("ordered");
  }
#pragma omp single
  {
    cts_body("single");
#pragma omp taskgroup
    {
#pragma omp task
      {
        cts_body("task");
#pragma omp taskgroup
        {
#pragma omp task
          cts_body("task");
        }
      }
    }
#pragma omp task
    {
#pragma omp task
      cts_body("task");
#pragma omp taskwait
    }
#pragma omp taskwait
  }
#pragma omp master
  sum += 0;
#pragma omp critical
  cts_body("critical");
#pragma omp barrier
}

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      constructs();
      constructs();
      sum++;
    }
    /* The outer region's own events afterwards. */
    constructs();
  }
}
