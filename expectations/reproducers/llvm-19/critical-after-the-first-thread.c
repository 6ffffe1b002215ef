// SHOWS: crash
#include <pthread.h>
#include <stddef.h>

static void *first(void *unused) {
#pragma omp parallel num_threads(1)
  ;
  return unused;
}

static __attribute__((noinline)) int second(void) {
  int entered = 0;
#pragma omp parallel num_threads(2)
#pragma omp critical
  entered++;
  return entered - 2;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  pthread_join(thread, NULL);
  return second();
}
