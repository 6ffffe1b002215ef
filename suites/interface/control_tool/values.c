// The commands of omp_control_tool and its answers, as omp.h names them, have the values that a
// tool which was compiled elsewhere expects.
// REQUIRES: control_tool
#include "cts.h"

int main(void) {
  cts_value("control.values", "omp_control_tool_start", omp_control_tool_start, 1);
  cts_value("control.values", "omp_control_tool_pause", omp_control_tool_pause, 2);
  cts_value("control.values", "omp_control_tool_flush", omp_control_tool_flush, 3);
  cts_value("control.values", "omp_control_tool_end", omp_control_tool_end, 4);
  cts_value("control.values", "omp_control_tool_notool", omp_control_tool_notool, -2);
  cts_value("control.values", "omp_control_tool_nocallback", omp_control_tool_nocallback, -1);
  cts_value("control.values", "omp_control_tool_success", omp_control_tool_success, 0);
  cts_value("control.values", "omp_control_tool_ignored", omp_control_tool_ignored, 1);
}
