// A tool that registers nothing is active all the same: it is finalized, and omp_control_tool says
// that there is a tool.
// RULES: control.nocallback init.nonzero-activates
// REQUIRES: control_tool
// DEFINE: %{tool} = %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/tool.c
// RUN: %{tool} -DTOOL=quiet -DNO_CALLBACKS -o %t.quiet.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe control.nocallback init.nonzero-activates -- %cts-story \
// RUN:   "quiet.start quiet.init main.answer=-1 main.end quiet.fini" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.quiet.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
