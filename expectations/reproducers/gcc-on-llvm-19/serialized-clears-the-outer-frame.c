// SHOWS: frame.exit-set-in-user-code
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
#pragma omp parallel num_threads(1)
    ;
    cts_body("parallel"); // the exit_frame of the outer region's task is empty
  }
}
