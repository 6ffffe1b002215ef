// The entry points are not symbols that a program could find without the lookup function.
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe lookup.no-global-symbols -- %cts-story main.end -- %t
#include "tools/story.h"
#include <dlfcn.h>
#include <omp.h>

static const char *const names[] = {"enumerate_states",
                                    "enumerate_mutex_impls",
                                    "set_callback",
                                    "get_callback",
                                    "get_thread_data",
                                    "get_num_places",
                                    "get_place_proc_ids",
                                    "get_place_num",
                                    "get_partition_place_nums",
                                    "get_proc_id",
                                    "get_state",
                                    "get_parallel_info",
                                    "get_task_info",
                                    "get_task_memory",
                                    "get_num_devices",
                                    "get_num_procs",
                                    "get_target_info",
                                    "get_unique_id",
                                    "finalize_tool"};

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char name[64];
    snprintf(name, sizeof name, "ompt_%s", names[i]);
    if (dlsym(RTLD_DEFAULT, name))
      story_tell("exported", name);
  }
  story_tell("main", "end");
}
