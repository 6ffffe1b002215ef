// synth-omp SCENARIO: a program whose runtime is the synthetic one.
#include "faults/synth/runtime.h"

#include <cstdio>

// Called by the runtime: here a thread is in the program's code.
extern "C" [[gnu::visibility("default")]] void
synth_program_holds(const volatile unsigned long long *taken, unsigned long long enough) {
  while (*taken < enough) {
  }
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("usage: synth-omp SCENARIO\n", stderr);
    return 2;
  }
  return synth_omp_play(argv[1]);
}
