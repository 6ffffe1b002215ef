// A region in a constructor that runs before main.
// FLAGS: -O0
#include "stack.h"

namespace {

struct Early {
  int threads = 0;
  Early() {
#pragma omp parallel num_threads(2)
    {
      cts_body("parallel");
      cts_increment(&threads);
    }
  }
} early;

} // namespace

int main() { return early.threads != 2; }
