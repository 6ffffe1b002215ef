// The return address of an explicit barrier, begin and end, on every member.
// RULES: sync.codeptr codeptr.in-function codeptr.begin-end-pair
#include "cts.h"

__attribute__((noinline)) static void meet(void) {
  if (omp_get_num_threads() > 1) {
    cts_expect("sync.codeptr",
               "sync_region kind=barrier_explicit endpoint=begin => codeptr_ra@function=meet");
    cts_expect("codeptr.begin-end-pair",
               "sync_region kind=barrier_explicit endpoint=end => codeptr_ra@function=meet");
  }
#pragma omp barrier
  cts_after("barrier");
}

int main(void) {
#pragma omp parallel num_threads(3)
  meet();
}
