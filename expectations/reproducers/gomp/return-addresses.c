// SHOWS: codeptr.in-function
// ENV: OMP_CANCELLATION=true
int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp cancel parallel
  }
}
