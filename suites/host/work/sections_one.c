// A single section: still a sections region for each member, with count 1.
// REQUIRES: visible_sections
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    cts_expect("sections.type", "work endpoint=begin => work_type=sections");
    cts_expect("sections.count", "work endpoint=begin => count=1");
#pragma omp sections nowait
    {
#pragma omp section
      cts_body("section");
    }
    cts_after("sections");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
  }
}
