// SHOWS: teams-begin.requested
#include "cts.h"

int main(void) {
  int teams = omp_get_num_procs() + 2;
  cts_expect("teams-begin.requested", "parallel_begin => requested_parallelism=%d", teams);
#pragma omp teams num_teams(teams) thread_limit(1)
  ;
}
