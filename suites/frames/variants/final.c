// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A final task and the included tasks inside it,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RUN: %cts-compile -O0 -fno-omit-frame-pointer %s -o %t.O0 && %cts-record --stacks=all %t.O0.trace %t.O0
// RUN: %cts-compile -O0 -fomit-frame-pointer %s -o %t.O0_without && %cts-record --stacks=all %t.O0_without.trace %t.O0_without
// RUN: %cts-compile -O2 -fno-omit-frame-pointer %s -o %t.O2 && %cts-record --stacks=all %t.O2.trace %t.O2
// RUN: %cts-compile -O2 -fomit-frame-pointer %s -o %t.O2_without && %cts-record --stacks=all %t.O2_without.trace %t.O2_without
// RUN: %cts-validate %t.O0.trace %t.O0_without.trace %t.O2.trace %t.O2_without.trace
#include "variants.h"

static __attribute__((noinline)) void spawn(int depth) {
#pragma omp task final(1)
  {
    if (depth > 1)
      spawn(depth - 1);
    inside("task");
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn(3);
  return bodies != 3;
}
