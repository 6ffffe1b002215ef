// dist_schedule(static, 4) changes the chunks, not the region.
// REQUIRES: visible_distribute
#include "cts.h"

static int a[24];

int main(void) {
  int teams = 0;
  cts_expect("distribute.type", "work endpoint=begin => work_type=distribute");
#pragma omp teams num_teams(2) thread_limit(1)
  {
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
#pragma omp distribute dist_schedule(static, 4)
    for (int i = 0; i < 24; i++)
      a[i] = i;
  }
  cts_after("teams");
  cts_total("distribute.type", teams, "work endpoint=begin work_type=distribute");
  cts_total("loop.count", 0, "work endpoint=begin work_type=distribute count!=24");
  cts_total("work.pair", teams, "work endpoint=end work_type=distribute");
}
