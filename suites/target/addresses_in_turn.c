// The same constructs in two functions in turn: no event has the address of the construct before.
// REQUIRES: offload
#include "cts.h"

static int values[4];

/* This thread's events of that kind since the last mark have addresses in this function. */
#define ONLY_HERE(event)                                                                           \
  cts_count("codeptr.in-function", 0, event " codeptr_ra@function!=%s", __func__)

__attribute__((noinline)) static void one(void) {
  cts_mark();
#pragma omp target enter data map(to : values)
#pragma omp target map(values)
  values[0]++;
#pragma omp target update from(values)
#pragma omp target exit data map(from : values)
  ONLY_HERE("target_emi");
  ONLY_HERE("target_data_op_emi");
}

__attribute__((noinline)) static void other(void) {
  cts_mark();
#pragma omp target enter data map(to : values)
#pragma omp target map(values)
  values[1]++;
#pragma omp target update from(values)
#pragma omp target exit data map(from : values)
  ONLY_HERE("target_emi");
  ONLY_HERE("target_data_op_emi");
}

int main(void) {
  one();
  other();
  one();
  return values[0] != 2 || values[1] != 1;
}
