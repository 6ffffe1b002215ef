// Two regions in one function have two addresses, where addresses are given.
#include "cts.h"

int main(void) {
  cts_expect("codeptr.in-function", "parallel_begin => codeptr_ra=$first");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_mark();
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_count("codeptr.distinct", 0, "parallel_begin codeptr_ra=nonnull codeptr_ra=$first");
}
