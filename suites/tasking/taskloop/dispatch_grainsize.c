// Every reported chunk of a taskloop has at least the grainsize, and less than twice as many
// iterations.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(4)
  for (int i = 0; i < 14; i++)
    cts_body("taskloop");
  cts_total("taskloop.dispatch", 0, "dispatch kind=taskloop_chunk chunk[1]<4");
  cts_total("taskloop.dispatch", 0, "dispatch kind=taskloop_chunk chunk[1]>7");
}
