// When every candidate declines, the interface is inactive.
// RULES: start-tool.all-null-inactive control.notool start-tool.null-continues
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=space -DSTART_NULL -o %t.space.so
// RUN: %{tool} -DTOOL=first -DSTART_NULL -o %t.first.so
// RUN: %{tool} -DTOOL=second -DSTART_NULL -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.all-null-inactive control.notool -- %cts-story "space.null {}" -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.space.so %t
// RUN: %cts-observe start-tool.all-null-inactive control.notool -- %cts-story "first.null {}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.all-null-inactive control.notool start-tool.null-continues -- \
// RUN:   %cts-story "space.null first.null (second.null )?{}" -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.space.so OMP_TOOL_LIBRARIES=%t.first.so:%t.second.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
