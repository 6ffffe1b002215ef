// distribute: each team's initial task reports one region of type distribute.
// Without dist_schedule's chunk size it gets one chunk at most.
// REQUIRES: visible_distribute
#include "cts.h"

static int a[24];

int main(void) {
  int teams = 0;
  cts_expect("distribute.type", "work endpoint=begin => work_type=distribute");
  for (int round = 0; round < 3; round++) {
#pragma omp teams num_teams(2) thread_limit(1)
    {
      if (omp_get_team_num() == 0)
        teams += omp_get_num_teams();
      cts_mark();
#pragma omp distribute dist_schedule(static)
      for (int i = 0; i < 24; i++)
        a[i] = i;
      cts_count("distribute.chunk", 1, "dispatch kind=distribute_chunk chunk[1]>0");
    }
    cts_after("teams");
  }
  cts_total("distribute.type", teams, "work endpoint=begin work_type=distribute");
  cts_total("loop.count", 0, "work endpoint=begin work_type=distribute count!=24");
  cts_total("distribute.no-barrier", 0, "sync_region kind=barrier_implicit_workshare");
  cts_total("work.pair", teams, "work endpoint=end work_type=distribute");
}
