// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp teams num_teams(2)
#pragma omp parallel num_threads(2)
  {
  }
  return 0;
}
