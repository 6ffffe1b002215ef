// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp masked
#pragma omp taskloop num_tasks(3)
  for (int i = 0; i < 3; i++) {
  }
  return 0;
}
