// A league on the host, and a region inside each of its teams.
// REQUIRES: host_teams
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
  {
    cts_body("teams");
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
}
