// Taskloops: with grainsize, with num_tasks, without a group, with a reduction; task reductions.
#include <omp.h>
#include <stdlib.h>

int main(void) {
  int sum = 0, in_tasks = 0, again = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop grainsize(4) shared(sum)
    for (int i = 0; i < 16; ++i)
#pragma omp atomic
      sum += i;
#pragma omp taskloop num_tasks(3) nogroup shared(sum)
    for (int i = 0; i < 9; ++i)
#pragma omp atomic
      sum += i;
#pragma omp taskwait
#pragma omp taskloop reduction(+ : again)
    for (int i = 0; i < 8; ++i)
      again += i;
#pragma omp taskgroup task_reduction(+ : in_tasks)
    for (int i = 0; i < 4; ++i)
#pragma omp task in_reduction(+ : in_tasks)
      in_tasks += i;
  }
  return sum == 156 && again == 28 && in_tasks == 6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
