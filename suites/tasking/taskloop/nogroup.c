// With nogroup there is no taskgroup, neither begun nor ended.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int round = 0; round < 4; round++) {
      cts_mark();
#pragma omp taskloop nogroup num_tasks(4)
      for (int i = 0; i < 8; i++)
        cts_body("taskloop");
      cts_count("taskloop.nogroup", 0, "sync_region kind=taskgroup");
      cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
      cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
      cts_count("taskloop.count", 0, "work work_type=taskloop endpoint=begin count!=8");
    }
  }
}
