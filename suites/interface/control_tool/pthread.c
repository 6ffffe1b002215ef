// The program calls omp_control_tool on a thread of its own that has met no construct before.
// REQUIRES: control_tool
#include "cts.h"
#include <pthread.h>

static void *work(void *argument) {
  cts_mark();
  cts_expect("control.args", "control_tool => command=400 modifier=3 arg=null");
  omp_control_tool((omp_control_tool_t)400, 3, argument);
  cts_count("control.dispatch", 1, "control_tool command=400");
  return NULL;
}

int main(void) {
  pthread_t thread;
#pragma omp parallel num_threads(1)
  cts_body("parallel");
  if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  pthread_join(thread, NULL);
  cts_total("control.dispatch", 1, "control_tool command=400 modifier=3 arg=null");
}
