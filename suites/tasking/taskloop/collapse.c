// collapse(2): the count is that of the collapsed iteration space.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=12");
#pragma omp taskloop collapse(2) num_tasks(3)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++)
        cts_body("taskloop");
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
  }
}
