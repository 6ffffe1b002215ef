// SHOWS: work.pair
// ENV: OMP_CANCELLATION=true
// MAY SHOW: codeptr.in-function
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(dynamic, 1)
  for (int i = 0; i < 50; i++) {
#pragma omp cancel for
  }
}
