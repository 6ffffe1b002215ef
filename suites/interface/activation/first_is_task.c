// The first contact is a task construct.
#include "cts.h"

static volatile int touched;

int main(void) {
#pragma omp task
  touched = 1;
#pragma omp taskwait
  cts_total("init.before-first-construct", 1, "task_create flags&explicit");
}
