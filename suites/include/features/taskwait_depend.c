// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Since 5.0: taskwait depend.
int main(void) {
  int x = 0;
#pragma omp taskwait depend(in : x)
  return x;
}
