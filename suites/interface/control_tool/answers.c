// For every command, the routine answers -2 without a tool, and -1 with a tool that has no callback.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=quiet -o %t.quiet.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe control.notool control.negative-range -- %cts-story \
// RUN:   "(main.answer=-2 ){6}main.end" -- \
// RUN:   %t
// RUN: %cts-observe control.nocallback control.negative-range -- %cts-story \
// RUN:   "quiet.start quiet.init quiet.event (main.answer=-1 ){6}main.end quiet.fini" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.quiet.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
  static const int commands[] = {1, 2, 3, 4, 64, 1000};
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  for (int i = 0; i < 6; i++)
    story_tell_number("main", "answer",
                      omp_control_tool((omp_control_tool_t)commands[i], -1, NULL));
  story_tell("main", "end");
}
