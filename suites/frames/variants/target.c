// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target regions that the host executes, one of them in a task, and a region inside,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RUN: %cts-compile -O0 -fno-omit-frame-pointer %s -o %t.O0 && %cts-record --stacks=all %t.O0.trace %t.O0
// RUN: %cts-compile -O0 -fomit-frame-pointer %s -o %t.O0_without && %cts-record --stacks=all %t.O0_without.trace %t.O0_without
// RUN: %cts-compile -O2 -fno-omit-frame-pointer %s -o %t.O2 && %cts-record --stacks=all %t.O2.trace %t.O2
// RUN: %cts-compile -O2 -fomit-frame-pointer %s -o %t.O2_without && %cts-record --stacks=all %t.O2_without.trace %t.O2_without
// RUN: %cts-validate %t.O0.trace %t.O0_without.trace %t.O2.trace %t.O2_without.trace
#include "variants.h"

static __attribute__((noinline)) void region(void) {
#pragma omp parallel num_threads(2)
  inside("parallel");
}

int main(void) {
  omp_set_dynamic(0);
#pragma omp target if (0) map(tofrom : bodies)
  {
    inside("target");
    region();
  }
#pragma omp target nowait if (0) map(tofrom : bodies)
  inside("target");
#pragma omp taskwait
  return bodies != 1 + 2 + 1;
}
