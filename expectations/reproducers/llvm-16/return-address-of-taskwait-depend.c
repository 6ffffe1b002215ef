// SHOWS: codeptr.in-function
int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp taskwait depend(in : x)
  }
  return x - 1;
}
