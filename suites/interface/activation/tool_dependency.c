// The second way to a tool: a library that the program depends on.
// RULES: start-tool.called-when-enabled control.nocallback
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=needed -o %t.needed.so
// RUN: %cts-compile %s -Wl,--no-as-needed %t.needed.so -Wl,--as-needed -o %t
// RUN: %cts-observe start-tool.called-when-enabled control.nocallback -- %cts-story {needed} -- \
// RUN:   OMP_TOOL=enabled %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
