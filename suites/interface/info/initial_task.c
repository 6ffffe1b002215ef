// Outside any region the current task is the initial one.
// RULES: task-info.flags task-info.current task-info.protocol task-info.beyond
#include "cts.h"

int main(void) {
  (void)omp_get_max_threads();
  cts_expect("task-info.flags", "probe_task asked=note level=0 => result=2 flags&initial");
  cts_expect("task-info.current", "probe_task asked=note level=0 => task=current");
  cts_expect("task-info.beyond", "probe_task asked=note level=1 => result=0");
  cts_body("serial");
}
