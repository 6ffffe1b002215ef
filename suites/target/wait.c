// A thread waits for a device that computes: longer and longer, until it has been sampled often
// enough in one region.
// RULES: state.target-wait
// REQUIRES: offload
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  const volatile unsigned long long *taken = cts_sample_count();
  unsigned long long before = 0;
  long rounds = 1L << 16;
  do {
    unsigned word = 1;
    before = taken ? *taken : 0;
#pragma omp target map(tofrom : word)
    for (long i = 0; i < rounds; ++i)
      word = word * 1664525u + 1013904223u;
    if (word == 0) /* that it is not left out */
      return 1;
    rounds *= 2;
  } while (taken && *taken - before < 120 && rounds < 1L << 34);
}
