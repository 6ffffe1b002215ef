// Four threads through one critical construct, many times: as many triples as entries.
#include "cts.h"

int main(void) {
  int count = 0;
#pragma omp parallel num_threads(4)
  {
    cts_mark();
    for (int i = 0; i < 20; i++) {
#pragma omp critical(counter)
      count++;
    }
    cts_count("critical.sequence", 20, "mutex_acquire");
    cts_count("critical.sequence", 20, "mutex_acquired");
    cts_count("critical.sequence", 20, "mutex_released");
  }
  cts_total("critical.exclusive", count, "mutex_acquired");
}
