// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
#pragma omp teams distribute parallel for num_teams(1) num_threads(2)
  for (int i = 0; i < 4; i++) {
  }
  return 0;
}
