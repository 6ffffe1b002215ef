// The return address of a region that is not active lies in the function with the construct.
#include "cts.h"

int main(void) {
  volatile int no = 0;
  cts_expect("parallel-begin.codeptr", "parallel_begin => codeptr_ra@function=main");
  cts_expect("codeptr.in-function", "parallel_end => codeptr_ra@function=main");
#pragma omp parallel if (no)
  cts_body("parallel");
  cts_after("parallel");
}
