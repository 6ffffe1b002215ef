// The mergeable clause shows in the flags. The compiler has to pass the clause on.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-create.flags-mergeable", "task_create => flags&mergeable");
#pragma omp task mergeable
    cts_body("task");
  }
}
