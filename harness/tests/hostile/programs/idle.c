/* A program that has loaded a runtime, and starts it if it has an argument. */
#include <omp.h>

int main(int count, char **words) {
  (void)words;
  return count > 1 ? omp_get_max_threads() < 1 : 0;
}
