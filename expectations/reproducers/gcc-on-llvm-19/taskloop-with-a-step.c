// SHOWS: taskloop.dispatch
// MAY SHOW: codeptr.in-function frame.enter-set-when-suspended
int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop
  for (int i = 100; i > 50; i -= 10)
#pragma omp atomic
    executed++; // more than 5
}
