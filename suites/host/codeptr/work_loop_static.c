// The return address of a static loop lies in the function that contains the loop.
// RULES: work.codeptr codeptr.in-function codeptr.begin-end-pair
// REQUIRES: visible_static_loop
#include "cts.h"

__attribute__((noinline)) static void loop(void) {
  cts_expect("work.codeptr", "work endpoint=begin => codeptr_ra@function=loop");
  cts_expect("codeptr.begin-end-pair", "work endpoint=end => codeptr_ra@function=loop");
#pragma omp for schedule(static) nowait
  for (int i = 0; i < 10; i++)
    cts_body("loop");
  cts_after("loop");
}

int main(void) {
#pragma omp parallel num_threads(2)
  loop();
}
