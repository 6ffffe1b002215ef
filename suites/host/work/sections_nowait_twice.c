// Two sections constructs with nowait: two regions on each member, in program order.
// REQUIRES: visible_sections
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
    cts_expect("sections.count", "work endpoint=begin => count=2");
#pragma omp sections nowait
    {
#pragma omp section
      cts_body("section");
#pragma omp section
      cts_body("section");
    }
    cts_after("sections");
    cts_expect("sections.count", "work endpoint=begin => count=3");
#pragma omp sections nowait
    {
#pragma omp section
      cts_body("section");
#pragma omp section
      cts_body("section");
#pragma omp section
      cts_body("section");
    }
    cts_after("sections");
    cts_count("work.every-team-member", 2, "work endpoint=begin");
    cts_count("work.pair", 2, "work endpoint=end");
  }
}
