// SHOWS: crash
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp task untied if (0)
  {
#pragma omp taskyield
  }
}
