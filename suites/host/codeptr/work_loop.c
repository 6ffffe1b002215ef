// The return address of a worksharing loop lies in the function that contains it, also when the
// region is in another one.
// RULES: work.codeptr codeptr.in-function codeptr.begin-end-pair
#include "cts.h"

#ifndef SCHEDULE
#define SCHEDULE dynamic
#endif

__attribute__((noinline)) static void loop(void) {
  cts_expect("work.codeptr", "work endpoint=begin => codeptr_ra@function=loop");
  cts_expect("codeptr.begin-end-pair", "work endpoint=end => codeptr_ra@function=loop");
#pragma omp for schedule(SCHEDULE) nowait
  for (int i = 0; i < 10; i++)
    cts_body("loop");
  cts_after("loop");
}

int main(void) {
#pragma omp parallel num_threads(2)
  loop();
}
