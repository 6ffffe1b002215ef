// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp for schedule(static)
  for (int i = 0; i < 3; i++) {
  }
  return 0;
}
