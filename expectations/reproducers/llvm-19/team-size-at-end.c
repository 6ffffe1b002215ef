// SHOWS: implicit-task-end.actual-0
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
