// Code addresses of target constructs, where the runtime gives them, lie in the function that
// holds the construct, at their begin and at their end.
// REQUIRES: offload
#include "cts.h"

static __attribute__((noinline)) int offload(int x) {
  for (int round = 0; round < 3; ++round) {
    cts_expect("target.codeptr", "target_emi endpoint=begin => codeptr_ra@function=offload");
    cts_expect("target.codeptr", "target_emi endpoint=end => codeptr_ra@function=offload");
#pragma omp target map(tofrom : x)
    x++;
  }
  return x;
}

int main(void) { return offload(1) != 4; }
