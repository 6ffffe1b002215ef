// The return address of an error directive.
// REQUIRES: error_directive
#include "cts.h"

__attribute__((noinline)) static void warn(void) {
  cts_expect("codeptr.in-function", "error => codeptr_ra@function=warn");
#pragma omp error at(execution) severity(warning) message("where")
  cts_after("serial");
}

int main(void) { warn(); }
