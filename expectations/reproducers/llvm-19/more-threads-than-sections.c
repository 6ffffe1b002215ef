// SHOWS: sections.dispatch-per-section
int main(void) {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    ;
#pragma omp section
    ;
  }
}
