// SHOWS: target.context
// FLAGS: --offload
// MAY SHOW: masked.pair task-create.flags-mergeable target.target-task-null
int main(void) {
#pragma omp target nowait
  ;
#pragma omp taskwait
}
