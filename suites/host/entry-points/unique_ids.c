// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many threads ask for many identifiers: none ever repeats.
// RULES: get-unique-id.unique
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(6)
  for (int i = 0; i < 20; i++)
    cts_body("parallel");
}
