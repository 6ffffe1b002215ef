// scope with nowait, twice in a row.
// RULES: scope.type work.every-team-member work.pair
// REQUIRES: visible_scope
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp scope nowait
    cts_body("scope");
#pragma omp scope nowait
    cts_body("scope");
    cts_count("scope.type", 2, "work endpoint=begin work_type=scope");
    cts_count("work.pair", 2, "work endpoint=end work_type=scope");
  }
}
