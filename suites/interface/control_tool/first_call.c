// omp_control_tool as the program's very first contact with OpenMP: the tool is active by then.
// REQUIRES: control_tool
#include "cts.h"

int main(void) {
  int answer = omp_control_tool((omp_control_tool_t)300, 5, NULL);
  cts_value("control.dispatch", "tool found", answer != omp_control_tool_notool, 1);
  cts_total("control.dispatch", 1, "control_tool command=300 modifier=5");
}
