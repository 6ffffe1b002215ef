// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region of one thread in each team: its end names what its beginning named.
// RULES: parallel-end.same-args parallel-begin.encountering-data parallel.serialized
#include "cts.h"

int main(void) {
  int teams = 0;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : teams)
  {
#pragma omp parallel if (0)
    teams = 1;
  }
  cts_after("teams");
  cts_total("parallel.serialized", teams, "parallel_end flags&invoker_program flags&team");
}
