// Two parallel regions in turn in each initial task of a league: the end of the first clears
// nothing of the task around it.
// RULES: frame.in-parallel-begin frame.exit-set-in-user-code
#include "cts.h"

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
  {
#pragma omp parallel num_threads(2)
    cts_body("parallel");
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
  cts_after("teams");
}
