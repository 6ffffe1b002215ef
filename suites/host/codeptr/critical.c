// The return addresses of critical.
#include "cts.h"

__attribute__((noinline)) static void guarded(void) {
  cts_expect("codeptr.in-function", "mutex_acquire => codeptr_ra@function=guarded");
  cts_expect("codeptr.in-function", "mutex_acquired => codeptr_ra@function=guarded");
  cts_expect("codeptr.in-function", "mutex_released => codeptr_ra@function=guarded");
#pragma omp critical(guard)
  cts_body("critical");
  cts_after("critical");
}

int main(void) {
#pragma omp parallel num_threads(2)
  guarded();
}
