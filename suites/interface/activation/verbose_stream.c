// Logs to the standard streams: a runtime need not know them, the tool works in any case.
// RULES: verbose-init.log
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe verbose-init.log -- %cts-story {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=stderr OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe verbose-init.log -- %cts-story {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=stdout OMP_TOOL_LIBRARIES=%t.first.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
