// The return address of taskwait and of taskgroup.
// RULES: sync.codeptr codeptr.in-function
#include "cts.h"

__attribute__((noinline)) static void wait_for_tasks(void) {
  cts_expect("sync.codeptr", "sync_region kind=taskwait => codeptr_ra@function=wait_for_tasks");
#pragma omp taskwait
  cts_expect("sync.codeptr", "sync_region kind=taskgroup => codeptr_ra@function=wait_for_tasks");
#pragma omp taskgroup
  cts_body("taskgroup");
}

int main(void) {
#pragma omp parallel num_threads(2)
  wait_for_tasks();
}
