// All unnamed critical constructs are one object.
#include "cts.h"

static void other_place(void) {
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$unnamed");
#pragma omp critical
  cts_body("critical");
}

int main(void) {
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$unnamed");
#pragma omp critical
  cts_body("critical");
  other_place();
}
