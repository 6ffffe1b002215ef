// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work.h"
int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp for schedule(dynamic, 1)
  for (int i = 0; i < 3; i++)
    meet(3);
  return 0;
}
