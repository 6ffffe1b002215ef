// A distribute parallel loop with the schedule SCHEDULE, whose inner loop has the type TYPE.
#pragma once

#include "cts.h"

static int a[32];

int main(void) {
  cts_mark();
#pragma omp teams distribute parallel for num_teams(2) thread_limit(2) schedule(SCHEDULE)
  for (int i = 0; i < 32; i++)
    a[i] = i;
  cts_after("teams");
  cts_count_range("composite.same-as-parts", 1, 32, "work endpoint=begin work_type=distribute");
  cts_total("loop.count", 0, "work endpoint=begin work_type=distribute count!=32");
  cts_count_range("composite.same-as-parts", 1, 32,
                  "work endpoint=begin work_type=loop/loop_other/" TYPE);
}
