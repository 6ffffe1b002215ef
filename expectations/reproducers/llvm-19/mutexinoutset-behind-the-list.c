// An undeferred task with a mutexinoutset dependence, now and again: its type is written behind the
// list of dependences that the tool is told, on the heap.
int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2000; ++i) {
#pragma omp task if (0) depend(mutexinoutset : x) shared(x)
    x++;
  }
  return x != 2000;
}
