// The initial task of a league of one team combines its value: both events of the reduction are in
// the region of the task that they name.
// RULES: reduction.pair reduction.task-context
// REQUIRES: host_teams
#include "cts.h"

int main(void) {
  int sum = 0;
#pragma omp teams num_teams(1) thread_limit(2) reduction(+ : sum)
  sum += 1;
  return sum != 1;
}
