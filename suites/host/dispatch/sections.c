// Each section a thread runs is announced by one dispatch of kind section.
// RULES: sections.dispatch-per-section dispatch.parallel-task
// REQUIRES: visible_sections
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
    cts_mark();
#pragma omp sections
    {
#pragma omp section
      mine++;
#pragma omp section
      mine++;
#pragma omp section
      mine++;
#pragma omp section
      mine++;
    }
    cts_after("sections");
    cts_count("sections.dispatch-per-section", mine, "dispatch kind=section");
  }
  cts_total("sections.dispatch-per-section", 4, "dispatch kind=section");
}
