// SHOWS: masked.pair
// FLAGS: --offload
// MAY SHOW: target-task.flags target.context target.target-task-null
int main(void) {
#pragma omp target nowait
  ;
#pragma omp taskwait
}
