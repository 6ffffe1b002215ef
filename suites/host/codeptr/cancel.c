// The return address of cancel.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_expect("codeptr.in-function", "cancel => codeptr_ra@function=main");
#pragma omp cancel parallel
  }
  cts_after("parallel");
}
