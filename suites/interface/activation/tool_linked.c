// The first way to a tool: its ompt_start_tool is linked into the program.
// RULES: start-tool.called-when-enabled start-tool.c-linkage control.nocallback
// REQUIRES: control_tool
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t
// RUN: %cts-observe start-tool.called-when-enabled start-tool.c-linkage control.nocallback -- \
// RUN:   %cts-story {linked} -- \
// RUN:   OMP_TOOL=enabled %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
