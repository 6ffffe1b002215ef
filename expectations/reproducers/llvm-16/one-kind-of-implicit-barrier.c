// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHOWS: barrier.implicit-parallel-kind
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
