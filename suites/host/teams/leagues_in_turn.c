// Two leagues in turn: whatever the teams of the first do comes before the second is met.
// RULES: teams.complete-before-parent-resumes teams.initial-task-per-team
#include "cts.h"

int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
#pragma omp teams distribute num_teams(2) reduction(+ : sum)
    for (int k = 0; k < 8; k++)
      sum += k;
  }
  return sum != 56;
}
