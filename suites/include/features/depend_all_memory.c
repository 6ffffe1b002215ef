// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Since 5.1: omp_all_memory.
int main(void) {
#pragma omp task depend(inout : omp_all_memory)
  ;
#pragma omp taskwait
  return 0;
}
