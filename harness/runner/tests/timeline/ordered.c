// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp for ordered schedule(static, 1)
  for (int i = 0; i < 3; i++) {
#pragma omp ordered
    {}
  }
  return 0;
}
