// A loop over random access iterators: the count is the distance.
// RULES: loop.count work.pair
#include "cts.h"
#include <vector>

int main() {
  std::vector<int> values(17);
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.count", "work endpoint=begin => count=17");
#pragma omp for schedule(dynamic)
    for (std::vector<int>::iterator v = values.begin(); v < values.end(); ++v)
      *v = 1;
    cts_after("loop");
  }
}
