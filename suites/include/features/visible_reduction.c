// A reduction is handed to the runtime, not combined by inline code.
void body(int);
int sum;
void probe(void) {
#ifndef CTS_WITHOUT
#pragma omp parallel reduction(+ : sum)
#else
#pragma omp parallel
#endif
  sum += 1;
}
