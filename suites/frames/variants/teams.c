// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A league on the host, and a region inside each of its teams,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// REQUIRES: host_teams
// RUN: %cts-compile -O0 -fno-omit-frame-pointer %s -o %t.O0 && %cts-record --stacks=all %t.O0.trace %t.O0
// RUN: %cts-compile -O0 -fomit-frame-pointer %s -o %t.O0_without && %cts-record --stacks=all %t.O0_without.trace %t.O0_without
// RUN: %cts-compile -O2 -fno-omit-frame-pointer %s -o %t.O2 && %cts-record --stacks=all %t.O2.trace %t.O2
// RUN: %cts-compile -O2 -fomit-frame-pointer %s -o %t.O2_without && %cts-record --stacks=all %t.O2_without.trace %t.O2_without
// RUN: %cts-validate %t.O0.trace %t.O0_without.trace %t.O2.trace %t.O2_without.trace
#include "variants.h"

int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
  {
    inside("teams");
#pragma omp parallel num_threads(2)
    inside("parallel");
  }
  return bodies < 2;
}
