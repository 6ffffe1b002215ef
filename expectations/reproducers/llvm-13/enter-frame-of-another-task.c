// SHOWS: frame.cleared-after
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  ;
  cts_after("parallel");
}
