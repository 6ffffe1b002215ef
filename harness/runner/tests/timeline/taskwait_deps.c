// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp masked
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x) if (0)
    (void)x;
  }
  return 0;
}
