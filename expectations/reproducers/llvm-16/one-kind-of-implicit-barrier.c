// SHOWS: barrier.implicit-parallel-kind
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
