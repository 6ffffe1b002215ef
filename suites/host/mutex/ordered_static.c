// ordered with a static schedule.
#include "cts.h"

int main(void) {
  int order = 0;
#pragma omp parallel num_threads(3)
  {
    int mine = 0;
    cts_mark();
#pragma omp for ordered schedule(static, 2)
    for (int i = 0; i < 12; i++) {
#pragma omp ordered
      {
        cts_value("ordered.iteration-order", "position", order, i);
        order++;
        mine++;
      }
    }
    cts_count("ordered.sequence", mine, "mutex_acquire");
    cts_count("ordered.sequence", mine, "mutex_acquired");
    cts_count("ordered.sequence", mine, "mutex_released");
  }
}
