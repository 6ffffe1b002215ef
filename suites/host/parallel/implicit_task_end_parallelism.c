// The end of an implicit task says nothing of the team: its actual_parallelism is 0, for the primary
// thread and the others alike.
// RULES: implicit-task-end.actual-0
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  cts_body("parallel");
  cts_after("parallel");
}
