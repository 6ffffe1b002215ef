// The return addresses of the lock routines lie in the function that calls them.
#include "cts.h"

__attribute__((noinline)) static void use(omp_lock_t *lock) {
  cts_expect("codeptr.in-function", "mutex_acquire => codeptr_ra@function=use");
  cts_expect("codeptr.in-function", "mutex_acquired => codeptr_ra@function=use");
  omp_set_lock(lock);
  cts_expect("codeptr.in-function", "mutex_released => codeptr_ra@function=use");
  omp_unset_lock(lock);
  cts_expect("codeptr.in-function", "mutex_acquire => codeptr_ra@function=use");
  if (omp_test_lock(lock))
    omp_unset_lock(lock);
  cts_after("serial");
}

int main(void) {
  omp_lock_t lock;
  cts_expect("codeptr.in-function", "lock_init => codeptr_ra@function=main");
  omp_init_lock(&lock);
  use(&lock);
  cts_expect("codeptr.in-function", "lock_destroy => codeptr_ra@function=main");
  omp_destroy_lock(&lock);
  cts_after("serial");
}
