// The program calls omp_control_tool in an explicit task.
// RULES: control.dispatch control.args control.task-context
// REQUIRES: control_tool
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(i)
    {
      cts_mark();
      cts_expect("control.args", "control_tool => command=%d modifier=7", 200 + i);
      omp_control_tool((omp_control_tool_t)(200 + i), 7, NULL);
      cts_count("control.dispatch", 1, "control_tool");
    }
  }
  cts_total("control.dispatch", 4, "control_tool modifier=7");
}
