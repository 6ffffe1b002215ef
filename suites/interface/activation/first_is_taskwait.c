// The first contact is a taskwait construct.
#include "cts.h"

int main(void) {
#pragma omp taskwait
  cts_total("init.before-first-construct", 1, "sync_region kind=taskwait endpoint=begin");
  cts_total("init.before-first-construct", 1, "sync_region kind=taskwait endpoint=end");
}
