// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work.h"
int main(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    meet(2);
#pragma omp section
    meet(2);
  }
  return 0;
}
