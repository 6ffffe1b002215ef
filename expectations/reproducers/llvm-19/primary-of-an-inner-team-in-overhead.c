// SHOWS: implicit-task-begin.actual
// MAY SHOW: implicit-task-begin.parallel-data teams-begin.before-initial-tasks parallel-info.data parallel-info.levels parallel-info.team-size task-info.data frame.enclosing-function
// ENV: OMP_NUM_THREADS=2 OMP_MAX_ACTIVE_LEVELS=2
#include "cts.h"

int main(void) {
#pragma omp teams num_teams(1)
#pragma omp parallel num_threads(2)
#pragma omp parallel if (0)
  cts_body("parallel");
}
