// The initial threads of a league end at different times.
// RULES: state.barrier-teams
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  for (int late = 0; late < 2; ++late) {
#pragma omp teams num_teams(2) thread_limit(1)
    if (omp_get_team_num() == late)
      cts_hold(2);
  }
}
