// A block-associated ordered construct in each iteration: acquire, acquired, released.
// RULES: ordered.sequence mutex.wait-id-same ordered.iteration-order
#include "cts.h"

int main(void) {
  int order = 0;
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
    cts_mark();
#pragma omp for ordered schedule(dynamic, 1)
    for (int i = 0; i < 10; i++) {
#pragma omp ordered
      {
        cts_body("ordered");
        cts_value("ordered.iteration-order", "position", order, i);
        order++;
        mine++;
      }
    }
    cts_after("loop");
    cts_count("ordered.sequence", mine, "mutex_acquire kind=ordered/lock");
    cts_count("ordered.sequence", mine, "mutex_acquired kind=ordered/lock");
    cts_count("ordered.sequence", mine, "mutex_released kind=ordered/lock");
  }
}
