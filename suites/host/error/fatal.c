// A fatal error ends the program, but only after the tool has got the event.
// REQUIRES: error_directive
// RUN: %cts-tool -DTOOL=told -DERRORS -o %t.told.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe error.before-abort -- \
// RUN:   %cts-story --exit=any "told.start told.init main.begin told.error=fatal( told.fini)?" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.told.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell("main", "begin");
#pragma omp error at(execution) severity(fatal) message("the end")
  story_tell("main", "goes on");
}
