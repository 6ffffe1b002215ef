// In the events of every construct, endpoint, type, kind, status and flags are values that the
// version names.
// RULES: endpoint.in-enum work.type-in-enum sync.kind-in-enum dispatch.kind-in-enum
// RULES: task-schedule.status-in-enum task.flags-range
#include "cts.h"

static int cells[16];

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 16; i++)
      cells[i] = i;
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < 16; i++)
      sum += i;
#pragma omp barrier
#pragma omp sections
    {
#pragma omp section
      cells[0] = 1;
#pragma omp section
      cells[1] = 1;
    }
#pragma omp single
    {
#pragma omp task untied
      cts_body("task");
#pragma omp taskwait
    }
#pragma omp critical
    cells[2] = 1;
  }
  return sum != 120;
}
