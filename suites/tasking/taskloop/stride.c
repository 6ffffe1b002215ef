// Loops that do not start at zero and do not step by one: the count is the number of iterations,
// not the distance.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=5");
#pragma omp taskloop
    for (int i = 100; i > 50; i -= 10)
      cts_body("taskloop");
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=4");
#pragma omp taskloop
    for (int i = -3; i <= 7; i += 3)
      cts_body("taskloop");
  }
}
