// Three sections: each member reports the construct once, with type sections and count 3.
// REQUIRES: visible_sections
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
    cts_expect("sections.type", "work endpoint=begin => work_type=sections");
    cts_expect("sections.type", "work endpoint=end => work_type=sections");
    cts_expect("sections.count", "work endpoint=begin => count=3");
#pragma omp sections
    {
#pragma omp section
      cts_body("section");
#pragma omp section
      cts_body("section");
#pragma omp section
      cts_body("section");
    }
    cts_after("sections");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
