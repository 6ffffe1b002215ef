// The runtime takes the leftmost of several tools in the list and asks no other.
// RULES: start-tool.libraries-left-to-right
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=first -o %t.first.so
// RUN: %{tool} -DTOOL=second -o %t.second.so
// RUN: %{tool} -DTOOL=third -o %t.third.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.first.so:%t.second.so:%t.third.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {third} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.third.so:%t.second.so:%t.first.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
