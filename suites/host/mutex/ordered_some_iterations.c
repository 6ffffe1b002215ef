// Only every third iteration executes the ordered construct: only those give its events.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
    cts_mark();
#pragma omp for ordered schedule(dynamic, 1)
    for (int i = 0; i < 12; i++) {
      if (i % 3 == 0) {
#pragma omp ordered
        mine++;
      }
    }
    cts_count("ordered.sequence", mine, "mutex_acquired");
    cts_count("ordered.sequence", mine, "mutex_released");
  }
  cts_total("ordered.sequence", 4, "mutex_acquired");
}
