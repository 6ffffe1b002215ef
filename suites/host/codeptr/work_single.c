// The return address of single.
// RULES: work.codeptr codeptr.in-function
#include "cts.h"

__attribute__((noinline)) static void single(void) {
  cts_expect("work.codeptr", "work endpoint=begin => codeptr_ra@function=single");
#pragma omp single nowait
  cts_body("single");
}

int main(void) {
#pragma omp parallel num_threads(2)
  single();
}
