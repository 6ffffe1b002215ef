/* A region in code that the program loads when its runtime has long been started. */
void late(void);
void late(void) {
#pragma omp parallel num_threads(2)
  {
  }
}
