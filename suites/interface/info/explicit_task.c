// Within an explicit task, level 0 is that task; its thread number is the executing thread's.
// RULES: task-info.flags task-info.current task-info.thread-num task-info.data task-info.frame
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < 6; i++) {
#pragma omp task
    {
      cts_expect("task-info.flags", "probe_task asked=note level=0 => result=2 flags&explicit");
      cts_expect("task-info.current", "probe_task asked=note level=0 => task=current");
      cts_expect("task-info.thread-num", "probe_task asked=note level=0 => thread_num=%d",
                 omp_get_thread_num());
      cts_body("task");
    }
  }
}
