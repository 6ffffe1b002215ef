// From 6.0 on the stand-alone ordered construct has the events of a mutex on entry and on exit, and
// none between. A sink that names no iteration of the loop is no construct at all.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int met = 0, alone = omp_get_num_threads() == 1; /* nothing to wait for */
    cts_mark();
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 0; i < 8; i++) {
      met += i > 0 ? 2 : 1;
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
    }
    if (!alone) {
      cts_count("ordered.stand-alone", met, "mutex_acquire kind=ordered/lock");
      cts_count("ordered.stand-alone", 0, "mutex_acquired kind=ordered/lock");
      cts_count("ordered.stand-alone", met, "mutex_released kind=ordered/lock");
    }
  }
}
