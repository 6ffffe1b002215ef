// A league on the host, and a region inside each of its teams.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// REQUIRES: host_teams
// FLAGS: -O0
// RECORD: --stacks=all
#include "cts.h"

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
  {
    cts_body("teams");
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
}
