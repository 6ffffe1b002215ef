// The second way to a tool: a library that was brought into the address space.
// RULES: start-tool.called-when-enabled control.nocallback
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=preloaded -o %t.preloaded.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.called-when-enabled control.nocallback -- %cts-story {preloaded} \
// RUN:   -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.preloaded.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
