// A taskloop over random access iterators: the count is their distance.
#include "cts.h"
#include <vector>

int main() {
  std::vector<int> values(15, 1);
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=15");
#pragma omp taskloop shared(sum)
    for (auto it = values.begin(); it < values.end(); ++it) {
#pragma omp atomic
      sum += *it;
    }
  }
  cts_total("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
  cts_total("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
  return sum != 15;
}
