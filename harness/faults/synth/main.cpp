// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// synth-omp SCENARIO: a program whose runtime is the synthetic one.
#include "faults/synth/runtime.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("usage: synth-omp SCENARIO\n", stderr);
    return 2;
  }
  return synth_omp_play(argv[1]);
}
