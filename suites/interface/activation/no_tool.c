// No tool anywhere: the program runs, and omp_control_tool says so.
// RULES: control.notool start-tool.all-null-inactive
// REQUIRES: control_tool
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe control.notool start-tool.all-null-inactive -- %cts-story {} -- %t
// RUN: %cts-observe control.notool start-tool.all-null-inactive -- %cts-story {} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES= %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
