// Two sections, each executed by a member of its own: each member dispatches one.
// RULES: sections.dispatch-per-section sections.dispatch-ptr
// REQUIRES: visible_sections
#include "cts.h"
#include <sched.h>

static int arrived;

static void meet(void) {
  __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) % 2 != 0)
    sched_yield();
}

int main(void) {
#pragma omp parallel num_threads(2)
  for (int round = 0; round < 4 && omp_get_num_threads() == 2; round++) {
    cts_mark();
#pragma omp sections
    {
#pragma omp section
      meet();
#pragma omp section
      meet();
    }
    cts_count("sections.dispatch-per-section", 1, "dispatch kind=section");
  }
}
