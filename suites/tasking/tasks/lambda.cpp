// A task construct inside a C++ lambda: the task is reported as anywhere else.
#include "cts.h"

int main() {
  int value = 1;
  auto spawn = [&value]() {
    cts_expect("task-create.flags-untied", "task_create => flags&untied");
    cts_expect("task-create.context", "task_create => encountering_task=current");
#pragma omp task untied shared(value)
    cts_increment(&value);
  };
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    spawn();
    spawn();
    cts_count("task-create.one-per-task", 2, "task_create flags&explicit");
  }
  return value != 3;
}
