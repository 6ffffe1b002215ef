// The return address of master, at its begin and its end.
// REQUIRES: visible_master
#include "cts.h"

__attribute__((noinline)) static void masked(void) {
  if (omp_get_thread_num() == 0) {
    cts_expect("codeptr.in-function", "masked endpoint=begin => codeptr_ra@function=masked");
    cts_expect("codeptr.begin-end-pair", "masked endpoint=end => codeptr_ra@function=masked");
  }
#pragma omp master
  cts_body("masked");
}

int main(void) {
#pragma omp parallel num_threads(2)
  masked();
}
