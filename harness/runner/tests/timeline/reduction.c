// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += 1;
  return sum != 3;
}
