// A range of teams: the upper bound is what is reported in practice, the lower one acceptable.
// REQUIRES: num_teams_range
#define CLAUSES num_teams(2 : 4) thread_limit(1)
#include "league.h"

int main(void) {
  cts_expect("teams-begin.requested", "parallel_begin flags&league => requested_parallelism=2/3/4");
  league();
}
