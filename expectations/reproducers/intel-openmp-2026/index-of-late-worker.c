// SHOWS: implicit-task-end.index
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
