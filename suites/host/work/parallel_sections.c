// The combined construct parallel sections.
// REQUIRES: visible_sections
#include "cts.h"

int main(void) {
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=2");
  cts_expect("sections.type", "work endpoint=begin => work_type=sections");
  cts_expect("sections.count", "work endpoint=begin => count=4");
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    cts_body("section");
#pragma omp section
    cts_body("section");
#pragma omp section
    cts_body("section");
#pragma omp section
    cts_body("section");
  }
  cts_after("parallel");
}
