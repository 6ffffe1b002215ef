// Regions and tasks in functions without a name, called through a wrapper of the library's.
// FLAGS: -O1
#include "stack.h"

#include <functional>

int main() {
  const std::function<void(int)> spawn = [](int depth) {
#pragma omp task if (depth > 1)
    cts_body("task");
#pragma omp taskwait
  };
  const std::function<void()> region = [&] {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      spawn(2);
      spawn(1);
    }
  };
  region();
}
