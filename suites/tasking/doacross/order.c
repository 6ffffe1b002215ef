// Source and sink order the bodies: iteration i reads the value that iteration i-1 has written.
#include "cts.h"

int main(void) {
  int a[20] = {0};
#pragma omp parallel num_threads(2) shared(a)
#pragma omp for ordered(1) schedule(static, 1)
  for (int i = 1; i < 20; i++) {
#pragma omp ordered depend(sink : i - 1)
    cts_value("doacross.order", "value of the iteration before", a[i - 1], i - 1);
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return a[19] != 19;
}
