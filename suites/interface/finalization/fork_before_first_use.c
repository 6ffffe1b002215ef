// A process divides before it uses OpenMP: parent and child have a runtime and a tool each, and
// each of the two traces is whole.
// RULES: fin.once start-tool.once-per-runtime-instance init.before-any-event
#include "cts.h"
#include <sys/wait.h>
#include <unistd.h>

static void work(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("start-tool.once-per-runtime-instance", 1, "tool_initialize");
  cts_total("fin.once", 1, "tool_finalize");
}

/* Neither process's tool knows of the other: each needs a folder of its own to record into. */
static void record_elsewhere(void) {
  char name[4096];
  const char *folder = getenv("OMPT_CTS_TRACE");
  if (!folder)
    return;
  snprintf(name, sizeof name, "%s.%ld", folder, (long)getpid());
  setenv("OMPT_CTS_TRACE", name, 1);
}

int main(void) {
  int status = 1;
  pid_t child = fork();
  if (child < 0)
    return 1;
  if (child == 0)
    record_elsewhere();
  work();
  if (child == 0)
    exit(0);
  return waitpid(child, &status, 0) != child || status != 0;
}
