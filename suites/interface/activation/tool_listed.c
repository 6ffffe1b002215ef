// The third way to a tool: a library that OMP_TOOL_LIBRARIES names.
// RULES: start-tool.called-when-enabled start-tool.c-linkage control.nocallback
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=listed -o %t.listed.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.called-when-enabled start-tool.c-linkage control.nocallback -- \
// RUN:   %cts-story {listed} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.listed.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
