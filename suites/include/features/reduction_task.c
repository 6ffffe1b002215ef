// Since 5.0: reduction(task, …).
int main(void) {
  int s = 0;
#pragma omp parallel num_threads(1) reduction(task, + : s)
  {
#pragma omp task in_reduction(+ : s)
    s++;
  }
  return s != 1;
}
