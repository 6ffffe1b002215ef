// A league with the clauses CLAUSES: an initial task for each of its teams.
#pragma once

#include "cts.h"

static inline void league(void) {
  int teams = 0;
  _Pragma(CTS_TEXT(omp teams CLAUSES)) if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  cts_after("teams");
  for (int team = 0; team < teams; team++)
    cts_total("teams.initial-task-per-team", 1,
              "implicit_task endpoint=begin flags&initial index=%d actual_parallelism=%d", team,
              teams);
}
