// ompt_get_task_info asked from within a region: level 0 is the implicit task, with the thread's
// number in the team.
// RULES: task-info.thread-num task-info.current task-info.flags task-info.protocol
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_expect("task-info.thread-num", "probe_task asked=note level=0 => result=2 thread_num=%d",
               omp_get_thread_num());
    cts_expect("task-info.current", "probe_task asked=note level=0 => task=current");
    cts_expect("task-info.flags", "probe_task asked=note level=0 => flags&implicit flags!&explicit");
    cts_body("parallel");
  }
}
