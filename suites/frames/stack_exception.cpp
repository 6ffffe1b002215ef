// Frames that an exception has left: a task and a region catch their own exceptions.
// FLAGS: -O1
#include "stack.h"

namespace {

[[gnu::noinline]] void fail(int depth) {
  if (depth == 0)
    throw depth;
  fail(depth - 1);
}

[[gnu::noinline]] void survive(const char *construct) {
  try {
    fail(5);
  } catch (int) {
    cts_body(construct);
  }
}

} // namespace

int main() {
#pragma omp parallel num_threads(2)
  {
    survive("parallel");
#pragma omp task
    survive("task");
#pragma omp taskwait
    cts_after("task");
  }
}
