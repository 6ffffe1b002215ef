// The return address of sections.
// RULES: work.codeptr codeptr.in-function
// REQUIRES: visible_sections
#include "cts.h"

__attribute__((noinline)) static void sections(void) {
  int mine = 0;
  cts_expect("work.codeptr", "work endpoint=begin => codeptr_ra@function=sections");
#pragma omp sections nowait
  {
#pragma omp section
    mine++;
#pragma omp section
    mine++;
  }
  (void)mine;
}

int main(void) {
#pragma omp parallel num_threads(2)
  sections();
}
