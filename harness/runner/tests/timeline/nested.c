// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  {
  }
  return 0;
}
