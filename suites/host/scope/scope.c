// scope: a worksharing region with count 1 on every member, closed by a barrier.
// REQUIRES: visible_scope
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    cts_expect("scope.type", "work endpoint=begin => work_type=scope count=1");
#pragma omp scope
    cts_body("scope");
    cts_after("scope");
    cts_count("work.every-team-member", 1, "work endpoint=begin work_type=scope");
    cts_count("work.pair", 1, "work endpoint=end work_type=scope");
  }
}
