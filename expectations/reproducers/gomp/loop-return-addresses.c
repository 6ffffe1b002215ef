// SHOWS: codeptr.in-function
int main(void) {
  volatile unsigned long long n = 4;
  long long sum = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (unsigned long long i = 0; i < n; ++i)
      ;
#pragma omp for schedule(dynamic) ordered(1)
    for (long i = 0; i < 4; ++i) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
    }
#pragma omp for schedule(dynamic) reduction(task, + : sum)
    for (int i = 0; i < 4; ++i)
      sum += i;
  }
}
