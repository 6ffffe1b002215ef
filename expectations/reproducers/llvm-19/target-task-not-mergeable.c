// SHOWS: target-task.flags
// FLAGS: --offload
// MAY SHOW: masked.pair target.context target.target-task-null
int main(void) {
#pragma omp target nowait
  ;
#pragma omp taskwait
}
