// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Since 6.0: taskgraph.
int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph
  {
  }
}
