// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executed by the host: the program is compiled for no device.
int main(void) {
  int value = 0;
#pragma omp target map(tofrom : value)
#pragma omp parallel num_threads(2)
  {
  }
  return value;
}
