// SHOWS: implicit-task-end.paired implicit-task-end.task-data initial-task.no-parallel-events masked.pair parallel-begin.encountering-data thread-begin.first-on-thread thread-end.paired
// FLAGS: --offload
int main(void) {
#pragma omp target nowait
  ;
#pragma omp taskwait
}
