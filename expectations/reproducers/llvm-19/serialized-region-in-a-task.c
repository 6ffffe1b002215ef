// SHOWS: task-info.flags
// MAY SHOW: task-info.parallel task-info.ancestors task-info.thread-num
// ENV: OMP_THREAD_LIMIT=1
int main(void) {
#pragma omp parallel
#pragma omp task
#pragma omp parallel
#pragma omp task
  ;
}
