// However a flush is compiled, no event comes without a directive that was executed.
#include "cts.h"

int main(void) {
  volatile int never = 0;
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    if (never) {
#pragma omp flush
    }
    cts_count("flush.event", 0, "flush");
#pragma omp flush
    cts_count_range("flush.event", 0, 1, "flush");
  }
}
