// Command numbers of the tool's own (64 and up), modifier and pointer pass through unchanged, and
// the tool's answer, which for them is the modifier, comes back. A pointer reaches it with every
// command, and without a modifier as well.
// REQUIRES: control_tool
#include "cts.h"

static int object;

static int call(int command, int modifier, void *argument) {
  if (argument)
    cts_expect("control.args", "control_tool => command=%d modifier=%d arg=%llu", command, modifier,
               (unsigned long long)(size_t)argument);
  else
    cts_expect("control.args", "control_tool => command=%d modifier=%d arg=null", command,
               modifier);
  return omp_control_tool((omp_control_tool_t)command, modifier, argument);
}

int main(void) {
  cts_mark();
  cts_value("control.return-value", "answer", call(64, 1, &object), 1);
  cts_value("control.return-value", "answer", call(123456, 2147483647, NULL), 2147483647);
  cts_value("control.return-value", "answer", call(65, 0, &object), 0);
  call(omp_control_tool_flush, 0, &object);
  call(omp_control_tool_flush, 7, NULL);
  cts_count("control.dispatch", 5, "control_tool");
}
