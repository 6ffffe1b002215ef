// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Since 5.1: depend(inoutset).
int main(void) {
  int x = 0;
#pragma omp task depend(inoutset : x)
  ;
#pragma omp taskwait
  return x;
}
