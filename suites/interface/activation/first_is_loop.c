// The first contact is an orphaned worksharing loop.
// RULES: init.before-first-construct work.pair
#include "cts.h"

static volatile int touched;

int main(void) {
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 4; i++)
    touched = i;
  cts_total("init.before-first-construct", 1, "work endpoint=begin");
  cts_total("init.before-first-construct", 1, "work endpoint=end");
}
