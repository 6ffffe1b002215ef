// Descendants take part in a reduction of the outer taskgroup.
#include "cts.h"

static int sum;

static void tree(int depth) {
#pragma omp task in_reduction(+ : sum)
  {
    sum++;
    if (depth > 0) {
      tree(depth - 1);
      tree(depth - 1);
    }
  }
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskgroup task_reduction(+ : sum)
    tree(4);
    cts_value("taskgroup.all-complete", "sum", sum, 31);
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin task=current");
  }
}
