// Critical regions of different names, nested: the inner one ends first.
#include "cts.h"

int main(void) {
  cts_expect("critical.sequence", "mutex_acquired => wait_id=$outer");
#pragma omp critical(outer)
  {
    cts_body("critical");
    cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id!=$outer");
    cts_expect("mutex.wait-id-per-object", "mutex_released => wait_id!=$outer");
#pragma omp critical(inner)
    cts_body("critical");
    cts_expect("mutex.acquired-before-released", "mutex_released => wait_id=$outer");
  }
  cts_after("critical");
}
