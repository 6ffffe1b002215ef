// After NULL from a library the search goes on in one reading (4.2.2) and ends in the other (6.19).
// Either way the libraries are tried from left to right, each once.
// RULES: start-tool.libraries-left-to-right start-tool.null-continues
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=declines -DSTART_NULL -o %t.declines.so
// RUN: %{tool} -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right start-tool.null-continues -- %cts-story \
// RUN:   "declines.null ({second}|{})" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.declines.so:%t.second.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.second.so:%t.declines.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
