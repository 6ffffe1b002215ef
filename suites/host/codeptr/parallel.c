// The return address of a region lies in the function with the construct, not in its caller.
// RULES: parallel-begin.codeptr codeptr.in-function codeptr.begin-end-pair codeptr.after-call
#include "cts.h"

__attribute__((noinline)) static void region(void) {
  cts_expect("parallel-begin.codeptr", "parallel_begin => codeptr_ra@function=region");
  cts_expect("codeptr.in-function", "parallel_end => codeptr_ra@function=region");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) {
  region();
  cts_expect("parallel-begin.codeptr", "parallel_begin => codeptr_ra@function=main");
  cts_expect("codeptr.in-function", "parallel_end => codeptr_ra@function=main");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}
