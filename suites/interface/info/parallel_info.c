// ompt_get_parallel_info in three nested regions: the innermost first, each with its team's size.
// RULES: parallel-info.levels parallel-info.team-size parallel-info.protocol
// RULES: parallel-info.available-above-0
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(1)
#pragma omp parallel num_threads(3)
  {
    for (int level = 0; level < 3; level++)
      cts_expect("parallel-info.team-size",
                 "probe_parallel asked=note level=%d => result=2 team_size=%d", level,
                 omp_get_team_size(omp_get_level() - level));
    cts_body("parallel");
  }
}
