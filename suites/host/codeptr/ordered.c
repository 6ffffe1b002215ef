// The return addresses of ordered.
#include "cts.h"

__attribute__((noinline)) static void in_order(void) {
  cts_expect("codeptr.in-function", "mutex_acquired => codeptr_ra@function=in_order");
  cts_expect("codeptr.in-function", "mutex_released => codeptr_ra@function=in_order");
#pragma omp for ordered schedule(static, 1)
  for (int i = 0; i < omp_get_num_threads(); i++) {
#pragma omp ordered
    cts_body("ordered");
  }
}

int main(void) {
#pragma omp parallel num_threads(2)
  in_order();
}
