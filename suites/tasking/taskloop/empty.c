// A taskloop without iterations generates no task. If the region is reported, its count is zero.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int none = 0;
    cts_mark();
#pragma omp taskloop
    for (int i = 0; i < none; i++)
      cts_body("taskloop");
    cts_count("taskloop.num-tasks", 0, "task_create flags&explicit");
    cts_count("taskloop.count", 0, "work work_type=taskloop endpoint=begin count!=0");
  }
}
