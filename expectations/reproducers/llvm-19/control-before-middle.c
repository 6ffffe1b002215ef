// SHOWS: control.dispatch
#include "cts.h"

int main(void) {
  int got = omp_control_tool(omp_control_tool_flush, 0, NULL);
  cts_value("control.dispatch", "tool found", got != omp_control_tool_notool, 1);
  return 0;
}
