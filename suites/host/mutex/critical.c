// An unnamed critical construct: acquire, acquired before the block, released after it.
// RULES: critical.sequence mutex.wait-id-same mutex.acquire-before-acquired mutex.impl-enumerated
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    cts_expect("critical.sequence", "mutex_acquire => wait_id=$critical hint=0");
    cts_expect("mutex.wait-id-same", "mutex_acquired => wait_id=$critical");
    cts_expect("mutex.wait-id-same", "mutex_released => wait_id=$critical");
#pragma omp critical
    {
      cts_body("critical");
      cts_count("critical.sequence", 1, "mutex_acquired");
      cts_count("critical.sequence", 0, "mutex_released");
    }
    cts_after("critical");
    cts_count("critical.sequence", 1, "mutex_released");
  }
}
