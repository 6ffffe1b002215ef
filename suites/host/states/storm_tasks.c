// Signals while tasks are created, switched and awaited.
// RULES: sigsafe.inquiry sigsafe.consistent
// RECORD: --sample=20000
#include "cts.h"

static int grown(int depth) {
  int left = 0, right = 0;
  if (depth == 0)
    return 1;
#pragma omp task shared(left)
  left = grown(depth - 1);
#pragma omp task shared(right)
  right = grown(depth - 1);
#pragma omp taskwait
  return left + right;
}

int main(void) {
  int leaves = 0, word = 0;
  do {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      leaves = grown(5);
#pragma omp taskgroup
      for (int i = 0; i < 8; ++i) {
#pragma omp task depend(inout : word)
        ++word;
      }
    }
    cts_value("sigsafe.inquiry", "leaves", leaves, 32);
  } while (cts_wants_samples(8000));
}
