// Every result but zero keeps the tool active: negative ones, large ones.
// RULES: init.nonzero-activates control.nocallback
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=negative -DINIT_RESULT=-1 -o %t.negative.so
// RUN: %{tool} -DTOOL=lowest -DINIT_RESULT=INT32_MIN -o %t.lowest.so
// RUN: %{tool} -DTOOL=large -DINIT_RESULT=256 -o %t.large.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe init.nonzero-activates control.nocallback -- %cts-story {negative} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.negative.so %t
// RUN: %cts-observe init.nonzero-activates -- %cts-story {lowest} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.lowest.so %t
// RUN: %cts-observe init.nonzero-activates -- %cts-story {large} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.large.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
