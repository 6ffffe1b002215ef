// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host entry points are looked up when the tool starts.
// RULES: lookup.all-host-names lookup.unknown-null init.lookup-nonnull
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  cts_body("parallel");
}
