// Every task of a taskloop says before its first iteration which chunk it has: one for each of the
// tasks, or one for each of the iterations.
#include "cts.h"

int main(void) {
  int team = 0;
#pragma omp parallel num_threads(2) shared(team)
#pragma omp single
  {
    team = omp_get_num_threads();
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < 8; i++)
      cts_body("taskloop");
  }
  /* alone, a thread may run the loop as it stands */
  cts_total_range("taskloop.dispatch", team > 1 ? 4 : 0, 8, "dispatch kind=taskloop_chunk/iteration");
}
