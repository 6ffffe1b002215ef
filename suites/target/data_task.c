// From 6.0 on the block of a target data construct is a task, in a taskgroup.
#include "device.h"

int main(void) {
  int a[16] = {0};
  cts_body("serial");
  cts_mark();
#pragma omp target data map(tofrom : a)
  {
    cts_count("target-data.task", 1, "sync_region kind=taskgroup endpoint=begin");
    cts_count("target-data.task", 1, "task_create flags&explicit");
  }
  cts_count("target-data.task", 1, "sync_region kind=taskgroup endpoint=end");
  return a[0];
}
