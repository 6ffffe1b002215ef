// A task that a final task generates is included: final itself, and undeferred. A runtime that
// turns it into a plain call reports no task at all; if it reports one, the flags must be right.
// The parent stays for a while, so that another thread executes the task if the runtime defers it.
// RULES: task-create.flags-final task-create.flags-undeferred task-create.one-per-task
// RULES: task-schedule.included-same-thread
#include "cts.h"

int main(void) {
  int done = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task final(1) shared(done)
    {
      int seen = 0;
      cts_mark();
#pragma omp task shared(done)
      {
        cts_body("task");
#pragma omp atomic write
        done = 1;
      }
      cts_after("task");
      cts_count_range("task-create.one-per-task", 0, 1, "task_create flags&explicit");
      cts_count("task-create.flags-final", 0, "task_create flags!&final");
      cts_count("task-create.flags-undeferred", 0, "task_create flags!&undeferred");
      for (long i = 0; i < 1L << 28 && !seen; i++)
#pragma omp atomic read
        seen = done;
    }
#pragma omp taskwait
  }
}
