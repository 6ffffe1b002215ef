// With OMP_TOOL=disabled a library of the list is not even loaded; enabled, it is.
// RULES: start-tool.not-called-when-disabled start-tool.libraries-ignored-when-disabled
// RULES: start-tool.libraries-left-to-right
// REQUIRES: control_tool
// RUN: %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/constructor.c -o \
// RUN:   %t.loaded.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story "constructor.loaded {}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.loaded.so %t
// RUN: %cts-observe start-tool.not-called-when-disabled \
// RUN:   start-tool.libraries-ignored-when-disabled -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled OMP_TOOL_LIBRARIES=%t.loaded.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
