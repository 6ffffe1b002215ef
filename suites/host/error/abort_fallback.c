// An allocation that an allocator with the trait abort_fb cannot make is a fatal error: the tool
// gets the event before the program ends. Where there is no such allocator, or where it gives the
// memory after all, nothing is shown.
// RUN: %cts-tool -DTOOL=told -DERRORS -o %t.told.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe error.abort-fallback -- %cts-story --exit=any \
// RUN:   "told.start told.init main.begin (told.error=fatal( told.fini)?|main.none told.fini)" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.told.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
  omp_alloctrait_t traits[] = {{omp_atk_pool_size, 1024}, {omp_atk_fallback, omp_atv_abort_fb}};
  omp_allocator_handle_t small;
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  small = omp_init_allocator(omp_default_mem_space, 2, traits);
  story_tell("main", "begin");
  if (small == omp_null_allocator || omp_alloc(1 << 20, small))
    story_tell("main", "none");
  else
    story_tell("main", "null");
}
