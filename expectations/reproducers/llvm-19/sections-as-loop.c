// SHOWS: sections.dispatch-per-section
int main(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    ;
#pragma omp section
    ;
#pragma omp section
    ;
  }
}
