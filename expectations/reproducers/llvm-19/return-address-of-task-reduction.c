// SHOWS: codeptr.in-function
int main(void) {
  int sum = 0;
#pragma omp parallel reduction(task, + : sum) num_threads(2)
  ;
  return sum;
}
