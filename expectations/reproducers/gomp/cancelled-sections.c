// SHOWS: work.pair
// ENV: OMP_CANCELLATION=true
int main(void) {
  for (int i = 0; i < 2; i++) {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
      }
#pragma omp section
      {
#pragma omp cancellation point sections
      }
    }
  }
}
