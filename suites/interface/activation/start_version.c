// The arguments of ompt_start_tool: a version, and a string that names the runtime.
// RULES: start-tool.omp_version start-tool.runtime_version
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=asked -DARGUMENTS -o %t.asked.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.omp_version start-tool.runtime_version -- %cts-story \
// RUN:   "asked.version=20[0-9]{4} asked.runtime=named {asked}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.asked.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
