// An exception thrown and caught within the region leaves its events alone.
#include "cts.h"
#include <stdexcept>

int main() {
  cts_mark();
#pragma omp parallel num_threads(2)
  {
    try {
      throw std::runtime_error("caught at once");
    } catch (const std::exception &) {
      cts_body("parallel");
    }
  }
  cts_after("parallel");
  cts_count("parallel-end.paired", 1, "parallel_end");
  cts_count("implicit-task-end.paired", 1, "implicit_task endpoint=end flags!&initial");
}
