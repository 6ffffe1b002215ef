// SHOWS: implicit-task-begin.one-per-index barrier.closing-once
// MAY SHOW: implicit-task-begin.parallel-data teams-begin.before-initial-tasks frame.cleared-after
int main(void) {
#pragma omp teams
  ;
}
