// SHOWS: dependences.type-in-enum
// FLAGS: -fopenmp-version=52
int main(void) {
  int a = 0, b = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : a)
    a = 1;
#pragma omp taskwait depend(in : a) depend(inoutset : b)
  }
  return a - 1;
}
