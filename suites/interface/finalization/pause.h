// A program that pauses its resources by PAUSE, and asks the tool for an answer before and after the
// next region.
#pragma once

#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "paused", omp_pause_resource_all(PAUSE));
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
