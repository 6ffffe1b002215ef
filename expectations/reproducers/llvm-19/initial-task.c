// SHOWS: initial-task.flags
// MAY SHOW: initial-task.end-parallel-data
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
