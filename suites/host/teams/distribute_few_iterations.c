// One iteration for a league of several teams: teams without an iteration take part in the region
// as well.
// RULES: loop.count work.pair distribute.chunk
// REQUIRES: visible_distribute
#include "cts.h"

int main(void) {
  int teams = 0;
#pragma omp teams num_teams(4) thread_limit(1)
  {
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
#pragma omp distribute dist_schedule(static)
    for (int i = 0; i < 1; i++)
      cts_body("distribute");
  }
  cts_after("teams");
  cts_total("work.pair", teams, "work endpoint=begin work_type=distribute");
  cts_total("work.pair", teams, "work endpoint=end work_type=distribute");
  cts_total("loop.count", 0, "work endpoint=begin work_type=distribute count!=1");
}
