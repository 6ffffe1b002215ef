// A tool in the address space goes before the list, which is then not considered.
// RULES: start-tool.order-address-space-first
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=space -o %t.space.so
// RUN: %{tool} -DTOOL=listed -o %t.listed.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t.linked
// RUN: %cts-observe start-tool.order-address-space-first -- %cts-story {space} -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.space.so OMP_TOOL_LIBRARIES=%t.listed.so %t
// RUN: %cts-observe start-tool.order-address-space-first -- %cts-story {linked} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.listed.so %t.linked
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
