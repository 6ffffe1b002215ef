// Since 6.0: the strict modifier of num_threads.
int main(void) {
#pragma omp parallel num_threads(strict : 2) severity(warning)
  {
  }
}
