// SHOWS: sections.dispatch-per-section
#include "cts.h"

int main(void) {
  cts_total("sections.dispatch-per-section", 3, "dispatch kind=section");
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    ;
#pragma omp section
    ;
#pragma omp section
    ;
  }
}
