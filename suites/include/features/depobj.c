// Since 5.0: depobj.
#include <omp.h>
int main(void) {
  int x = 0;
  omp_depend_t o;
#pragma omp depobj(o) depend(in : x)
#pragma omp depobj(o) destroy
  return x;
}
