// The return addresses of the routines of nestable locks lie in the function that calls them, at
// nest-lock events as well.
#include "cts.h"

__attribute__((noinline)) static void use(omp_nest_lock_t *lock) {
  cts_expect("codeptr.in-function", "mutex_acquire => codeptr_ra@function=use");
  cts_expect("codeptr.in-function", "mutex_acquired => codeptr_ra@function=use");
  omp_set_nest_lock(lock);
  cts_expect("codeptr.in-function", "nest_lock => codeptr_ra@function=use");
  omp_set_nest_lock(lock);
  cts_expect("codeptr.in-function", "nest_lock endpoint=end => codeptr_ra@function=use");
  omp_unset_nest_lock(lock);
  cts_expect("codeptr.in-function", "mutex_released => codeptr_ra@function=use");
  omp_unset_nest_lock(lock);
  cts_after("serial");
}

int main(void) {
  omp_nest_lock_t lock;
  cts_expect("codeptr.in-function", "lock_init => codeptr_ra@function=main");
  omp_init_nest_lock(&lock);
  use(&lock);
  cts_expect("codeptr.in-function", "lock_destroy => codeptr_ra@function=main");
  omp_destroy_nest_lock(&lock);
  cts_after("serial");
}
