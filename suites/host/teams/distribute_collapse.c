// collapse on distribute: one region for the collapsed loops.
// RULES: loop.count distribute.type work.pair
// REQUIRES: visible_distribute
#include "cts.h"

static int a[5][6];

int main(void) {
  cts_expect("distribute.type", "work endpoint=begin => work_type=distribute");
#pragma omp teams distribute num_teams(2) thread_limit(1) collapse(2)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 6; j++)
      a[i][j] = i;
  cts_after("teams");
  cts_total("loop.count", 0, "work endpoint=begin work_type=distribute count!=30");
}
