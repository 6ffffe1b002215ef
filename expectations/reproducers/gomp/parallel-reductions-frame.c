// SHOWS: frame.in-parallel-begin
int main(void) {
  int sum = 0;
#pragma omp parallel reduction(task, + : sum) num_threads(2)
  sum++;
  return sum - 2;
}
