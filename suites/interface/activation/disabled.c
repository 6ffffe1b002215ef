// OMP_TOOL=disabled: no tool is called, whichever way it is offered.
// RULES: start-tool.not-called-when-disabled start-tool.libraries-ignored-when-disabled
// RULES: control.notool
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t.linked
// RUN: %cts-observe start-tool.not-called-when-disabled \
// RUN:   start-tool.libraries-ignored-when-disabled control.notool -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.not-called-when-disabled control.notool -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled LD_PRELOAD=%t.first.so %t
// RUN: %cts-observe start-tool.not-called-when-disabled control.notool -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled %t.linked
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
