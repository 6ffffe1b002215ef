// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code addresses of a target construct, where the runtime gives them, lie in the function that
// holds the construct.
// RULES: target.codeptr
// REQUIRES: offload
#include "cts.h"

static __attribute__((noinline)) int offload(int x) {
  cts_expect("target.codeptr", "target_emi endpoint=begin => codeptr_ra@function=offload");
#pragma omp target map(tofrom : x)
  x++;
  return x;
}

int main(void) { return offload(1) != 2; }
