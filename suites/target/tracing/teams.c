// The granted number of teams is at most the requested one.
// RULES: record.granted-teams
#include "traced.h"

int main(void) {
  int x = 0;
#pragma omp target teams num_teams(4) thread_limit(1) map(from : x)
  x = 1;
#pragma omp target map(from : x)
  x = 1;
  return x != 1;
}
