// Two names are two objects; one name is one object in different functions.
// RULES: mutex.wait-id-per-object critical.sequence codeptr.in-function
#include "cts.h"

#define ALL_FROM_HERE()                                                                            \
  cts_count("codeptr.in-function", 0, "mutex_released codeptr_ra@function!=%s", __func__)

static void other_place(void) {
  cts_mark();
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$red");
#pragma omp critical(red)
  cts_body("critical");
  ALL_FROM_HERE();
}

int main(void) {
  cts_mark();
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$red");
#pragma omp critical(red)
  cts_body("critical");
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id!=$red");
#pragma omp critical(blue)
  cts_body("critical");
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id!=$red");
#pragma omp critical
  cts_body("critical");
  ALL_FROM_HERE();
  other_place();
}
