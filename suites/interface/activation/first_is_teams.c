// The first contact is a teams construct.
// RULES: init.before-first-construct teams-begin.flags-league
#include "cts.h"

static volatile int touched;

int main(void) {
#pragma omp teams num_teams(1) thread_limit(1)
  touched = 1;
  cts_total("init.before-first-construct", 1, "parallel_begin flags&league");
  cts_total("init.before-first-construct", 1, "parallel_end flags&league");
}
