// The callback is made on the calling thread, within the calling task.
// RULES: control.dispatch control.args control.task-context
// REQUIRES: control_tool
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    cts_mark();
    cts_expect("control.args", "control_tool => command=100 modifier=%d", me);
    omp_control_tool((omp_control_tool_t)100, me, NULL);
    cts_count("control.dispatch", 1, "control_tool");
  }
}
