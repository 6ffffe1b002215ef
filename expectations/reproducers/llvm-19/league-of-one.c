// SHOWS: implicit-task-begin.parallel-data teams-begin.before-initial-tasks
// MAY SHOW: frame.cleared-after
int main(void) {
#pragma omp teams num_teams(1) thread_limit(1)
  ;
}
