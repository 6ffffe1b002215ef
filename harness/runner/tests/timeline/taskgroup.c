// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp masked
#pragma omp taskgroup
  {
#pragma omp task
    {}
  }
  return 0;
}
