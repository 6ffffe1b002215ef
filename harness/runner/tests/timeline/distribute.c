// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp teams num_teams(2)
#pragma omp distribute
  for (int i = 0; i < 4; i++) {
  }
  return 0;
}
