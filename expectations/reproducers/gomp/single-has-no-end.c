// SHOWS: work.pair
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  ;
}
