/* busy TASKS ROUNDS: so many tasks in each of so many regions of two threads. Says at its end how many
 * tasks it made, on a line of its own; what it says must not depend on who records it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  const int tasks = argc > 1 ? atoi(argv[1]) : 100, rounds = argc > 2 ? atoi(argv[2]) : 1;
  long done = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < tasks; ++i) {
#pragma omp task shared(done)
#pragma omp atomic
      ++done;
    }
  }
  printf("made %ld\n", done);
  return 0;
}
