// The effect of another value of OMP_TOOL is unspecified, a fatal error included.
// RULES: start-tool.bad-OMP_TOOL
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.bad-OMP_TOOL -- %cts-story --exit=any ".*" -- \
// RUN:   OMP_TOOL=perhaps OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.bad-OMP_TOOL -- %cts-story --exit=any ".*" -- \
// RUN:   OMP_TOOL= OMP_TOOL_LIBRARIES=%t.first.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
