// The return address of a teams region.
#include "cts.h"

static volatile int touched;

__attribute__((noinline)) static void league(void) {
  cts_expect("parallel-begin.codeptr", "parallel_begin flags&league => codeptr_ra@function=league");
  cts_expect("codeptr.in-function", "parallel_end flags&league => codeptr_ra@function=league");
#pragma omp teams num_teams(2) thread_limit(1)
  touched = 1;
  cts_after("teams");
}

int main(void) { league(); }
