// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp masked
  {
#pragma omp task if (0)
    {}
  }
  return 0;
}
