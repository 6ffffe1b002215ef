// The tool ends its activity on a thread that never met OpenMP.
// RULES: finalize-tool.no-more-callbacks fin.once fin.last
#include "cts.h"
#include <pthread.h>

static void *end_it(void *argument) {
  cts_finalize_tool();
  return argument;
}

int main(void) {
  pthread_t thread;
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
  if (pthread_create(&thread, NULL, end_it, NULL))
    return 1;
  pthread_join(thread, NULL);
}
