// A league on the host, and a region inside each of its teams.
// REQUIRES: host_teams
#include "variants.h"

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
  {
    inside("teams");
#pragma omp parallel num_threads(2)
    inside("parallel");
  }
  return bodies < 2;
}
