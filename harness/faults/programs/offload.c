// Target regions that the host executes, with data and updates; what is deferred is waited for.
#include <omp.h>
#include <stdlib.h>

int main(void) {
  int values[8] = {0};
#pragma omp target data map(tofrom : values)
  {
#pragma omp target
    for (int i = 0; i < 8; ++i)
      values[i] = i;
#pragma omp target update from(values)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 8; ++i)
      values[i]++;
  }
#pragma omp target nowait map(tofrom : values)
  values[0] = 1;
#pragma omp taskwait
  return values[7] == 8 ? EXIT_SUCCESS : EXIT_FAILURE;
}
