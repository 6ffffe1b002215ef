// SHOWS: masked.pair
// FLAGS: --offload
// MAY SHOW: task-create.flags-mergeable target.context target.target-task-null
int main(void) {
#pragma omp target nowait
  ;
#pragma omp taskwait
}
