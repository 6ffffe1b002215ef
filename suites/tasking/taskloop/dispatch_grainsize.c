// Every chunk of a taskloop that is told of is as long as its grainsize allows: at least that, and
// less than twice.
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
