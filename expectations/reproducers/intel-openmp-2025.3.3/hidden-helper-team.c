// SHOWS: thread-begin.first-on-thread
// MAY SHOW: implicit-task-end.paired implicit-task-end.task-data initial-task.no-parallel-events masked.pair parallel-begin.encountering-data thread-end.paired target.context target-task.flags
// FLAGS: --offload
int main(void) {
#pragma omp target nowait
  ;
#pragma omp taskwait
}
