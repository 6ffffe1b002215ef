// A tool calls ompt_finalize_tool: its finalizer runs inside that call, and from then on there is
// no tool.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=ends -DENDS_ITSELF -o %t.ends.so
// RUN: %cts-compile %s -Wl,--no-as-needed %t.ends.so -Wl,--as-needed -o %t
// RUN: %cts-observe control.notool -- %cts-story \
// RUN:   "ends.start ends.init ends.event main.answer=-1 ends.fini main.answer=-2 main.end" -- \
// RUN:   OMP_TOOL=enabled %t
#include "tools/story.h"
#include <omp.h>

extern void tool_ends_itself(void);

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  tool_ends_itself();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
