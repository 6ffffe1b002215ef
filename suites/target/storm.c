// Signals while a device is initialized and used: regions, data, updates.
// RULES: sigsafe.inquiry sigsafe.consistent
// REQUIRES: offload
// RECORD: --sample=20000
#include "cts.h"

int main(void) {
  int words[16] = {0};
  do {
#pragma omp target data map(tofrom : words)
    {
#pragma omp target
      words[0] = 1;
#pragma omp target update from(words)
    }
#pragma omp target enter data map(to : words)
#pragma omp target exit data map(from : words)
  } while (cts_wants_samples(4000));
}
