// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The initial threads of a league end at different times.
// RULES: state.barrier-teams
// RUN: %cts-compile %s -o %t && %cts-record --sample=1000 %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
  for (int late = 0; late < 2; ++late) {
#pragma omp teams num_teams(2) thread_limit(1)
    if (omp_get_team_num() == late)
      cts_hold(2);
  }
}
