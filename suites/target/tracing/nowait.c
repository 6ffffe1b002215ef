// Regions with nowait, which overlap: every kernel has its record.
// RULES: record.host-op-id record.granted-teams record.times
#include "traced.h"

int main(void) {
  int a[8] = {0}, wrong = 0;
  for (int i = 0; i < 8; i++) {
#pragma omp target map(tofrom : a[i : 1]) nowait
    a[i] = 1;
  }
#pragma omp taskwait
  for (int i = 0; i < 8; i++)
    wrong |= a[i] != 1;
  return wrong;
}
