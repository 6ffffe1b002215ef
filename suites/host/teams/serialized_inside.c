// A region of one thread in each team: its end names what its beginning named.
// RULES: parallel-end.same-args parallel-begin.encountering-data
#include "cts.h"

int main(void) {
  int teams = 0;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : teams)
  {
#pragma omp parallel if (0)
    teams = 1;
  }
  cts_after("teams");
  return teams == 0;
}
