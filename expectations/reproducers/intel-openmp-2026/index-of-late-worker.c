// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHOWS: implicit-task-end.index
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
