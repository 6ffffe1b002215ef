// A callback that is registered after the initializer has returned: any answer is right, but after
// always the event arrives.
// RUN: %cts-tool -DTOOL=late -DREGISTERS_LATE -o %t.late.so
// RUN: %cts-compile %s -Wl,--no-as-needed %t.late.so -Wl,--as-needed -o %t
// RUN: %cts-observe set-callback.outside-init -- %cts-story \
// RUN:   "late.start late.init (late.answer=5 late.event|late.answer=[0-4]( late.event)?) main.end late.fini" \
// RUN:   -- \
// RUN:   OMP_TOOL=enabled %t
#include "tools/story.h"
#include <omp.h>

extern void tool_registers(void);

int main(void) {
  (void)omp_get_max_threads();
  tool_registers();
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell("main", "end");
}
