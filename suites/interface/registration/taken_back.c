// A callback that the initializer registers and takes back, by registering NULL, is not called.
// RUN: %cts-tool -DTOOL=fickle -DTAKES_BACK -o %t.fickle.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe set-callback.null-disables get-callback.absent -- %cts-story \
// RUN:   "fickle.start fickle.answer=5 fickle.found=0 fickle.init main.end fickle.fini" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.fickle.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell("main", "end");
}
