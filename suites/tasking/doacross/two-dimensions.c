// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ordered(2): the vectors have two elements.
// RULES: doacross.sink doacross.source
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
#pragma omp for ordered(2) schedule(static, 1)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) {
      if (i > 0)
        cts_expect("doacross.sink",
                   "dependences => ndeps=2 deps[0]=%d deps[1]=6 deps[2]=%d deps[3]=6", i - 1, j);
#pragma omp ordered depend(sink : i - 1, j)
      cts_expect("doacross.source",
                 "dependences => ndeps=2 deps[0]=%d deps[1]=5 deps[2]=%d deps[3]=5", i, j);
#pragma omp ordered depend(source)
    }
  cts_total("doacross.source", 12, "dependences deps[1]=5");
  cts_total("doacross.sink", 9, "dependences deps[1]=6");
}
