// Every team has the requested size: omp_get_num_threads says so.
#include <omp.h>

static int whole(int asked) {
  int size = 0;
#pragma omp parallel num_threads(asked)
#pragma omp master
  size = omp_get_num_threads();
  return size == asked;
}

int main(void) {
  int asked;
  if (omp_get_dynamic())
    return 1;
  for (asked = 1; asked <= 8; asked++)
    if (!whole(asked))
      return 1;
  return 0;
}
