// programs KIND COUNT: one thread makes COUNT tasks, or takes a lock COUNT times, and prints the
// nanoseconds of one. A tenth as many before that warm everything up.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile long done;

static void make_tasks(long count) {
  for (long i = 0; i < count; ++i) {
#pragma omp task
    done = done + 1;
  }
#pragma omp taskwait
}

static omp_lock_t lock;

static void take_lock(long count) {
  for (long i = 0; i < count; ++i) {
    omp_set_lock(&lock);
    done = done + 1;
    omp_unset_lock(&lock);
  }
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  void (*run)(long) = strcmp(argv[1], "tasks") == 0 ? make_tasks : take_lock;
  const long count = atol(argv[2]);
  omp_init_lock(&lock);
#pragma omp parallel num_threads(1)
  {
    run(count / 10);
    const double before = omp_get_wtime();
    run(count);
    printf("%.3f\n", (omp_get_wtime() - before) * 1e9 / (double)count);
  }
  omp_destroy_lock(&lock);
}
