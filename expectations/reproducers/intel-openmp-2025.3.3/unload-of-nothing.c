// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHOWS: device-unload.pair
// FLAGS: --offload
int main(void) {
#pragma omp target if (0)
  ;
}
