// Without OMP_TOOL in the environment each of the ways leads to the tool.
// RULES: start-tool.default-enabled
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t.linked
// RUN: %cts-observe start-tool.default-enabled -- %cts-story {first} -- \
// RUN:   OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.default-enabled -- %cts-story {first} -- LD_PRELOAD=%t.first.so %t
// RUN: %cts-observe start-tool.default-enabled -- %cts-story {linked} -- %t.linked
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
