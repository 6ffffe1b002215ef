// The first contact is an orphaned single construct.
#include "cts.h"

static volatile int touched;

int main(void) {
#pragma omp single
  touched = 1;
  cts_total("init.before-first-construct", 1, "work work_type=single_executor endpoint=begin");
}
