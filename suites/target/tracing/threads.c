// Four threads use the device at the same time.
// RULES: record.host-op-id record.target-id
// ENV: OMP_NUM_THREADS=4
#include "traced.h"

int main(void) {
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(| : wrong)
  for (int i = 0; i < 3; i++)
    wrong |= everything(omp_get_default_device());
  return wrong;
}
