// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp masked
  {
  }
  return 0;
}
