// SHOWS: frame.exit-set-in-user-code
#include "cts.h"

int main(void) {
#pragma omp parallel for schedule(dynamic) num_threads(2)
  for (int i = 0; i < 4; i++)
    cts_body("parallel for");
}
