// SHOWS: sections.type
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("sections.type", "work => work_type=sections");
#pragma omp sections
    {
#pragma omp section
      ;
#pragma omp section
      ;
    }
  }
}
