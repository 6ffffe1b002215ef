// A pause of a device that is to stop the tool stops nothing on the host, whether it is granted or
// refused: the tool is asked as before, and finalized at the end.
// REQUIRES: offload, control_tool, pause_stop_tool
// RUN: %cts-tool -DTOOL=stays -o %t.stays.so
// RUN: %cts-compile --offload %s -o %t
// DEFINE: %{stays} = main.paused=-?[0-9]+ main.answer=-1 main.answer=-1 main.end stays.fini
// RUN: %cts-observe fin.pause-device -- %cts-story \
// RUN:   "stays.start stays.init stays.event %{stays}" \
// RUN:   -- OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.stays.so %t
#include "tools/story.h"
#include <omp.h>

int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
  x++;
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "paused",
                    omp_pause_resource(omp_pause_stop_tool, omp_get_default_device()));
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
