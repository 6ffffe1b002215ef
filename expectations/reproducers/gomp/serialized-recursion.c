// SHOWS: implicit-task-end.paired
// ENV: OMP_THREAD_LIMIT=1
static void inside(int n) {
#pragma omp parallel num_threads(2)
  if (n > 0)
    inside(n - 1);
}

int main(void) { inside(3); }
