// A tool that was accepted and then gives up is not replaced by the next one in the list.
// RULES: init.zero-deactivates start-tool.libraries-left-to-right
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=zero -DINIT_RESULT=0 -o %t.zero.so
// RUN: %{tool} -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe init.zero-deactivates start-tool.libraries-left-to-right -- %cts-story \
// RUN:   "zero.start zero.init {}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.zero.so:%t.second.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
