// Each standard command reaches the tool once, with its number, and the tool's answer comes back.
// REQUIRES: control_tool
#include "cts.h"

static void command(omp_control_tool_t number) {
  int answer;
  cts_mark();
  cts_expect("control.args", "control_tool => command=%d modifier=0 arg=null", (int)number);
  answer = omp_control_tool(number, 0, NULL);
  cts_count("control.dispatch", 1, "control_tool");
  cts_value("control.return-value", "answer", answer == 0 || answer == 1 || answer > 64, 1);
}

int main(void) {
  command(omp_control_tool_start);
  command(omp_control_tool_pause);
  command(omp_control_tool_flush);
  command(omp_control_tool_start);
  command(omp_control_tool_end);
}
