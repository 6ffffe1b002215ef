// SHOWS: single.executor-one
#include "cts.h"

int main(void) {
  int x = 0;
  cts_total("single.executor-one", 1, "work work_type=single_executor endpoint=begin");
#pragma omp parallel num_threads(2) private(x)
#pragma omp single copyprivate(x)
  x = 1;
}
