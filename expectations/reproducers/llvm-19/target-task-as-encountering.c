// SHOWS: target.context
// FLAGS: --offload
// MAY SHOW: masked.pair target-task.flags target.target-task-null
int main(void) {
#pragma omp target nowait
  ;
#pragma omp taskwait
}
