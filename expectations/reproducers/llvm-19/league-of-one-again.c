// SHOWS: implicit-task-begin.parallel-data
// MAY SHOW: teams-begin.before-initial-tasks frame.cleared-after implicit-task-begin.data-none data.dead-entity parallel-info.levels task-info.parallel task-info.initial-parallel-null
// RECORD: --probes=full
int main(void) {
  for (int i = 0; i < 3; i++) {
#pragma omp parallel num_threads(1)
    ;
#pragma omp teams num_teams(1) thread_limit(1)
    ;
  }
}
