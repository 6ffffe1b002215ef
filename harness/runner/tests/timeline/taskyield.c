// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>
#include <sched.h>

static int done;

int main(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) { // leaves both tasks to the other thread
    while (!__atomic_load_n(&done, __ATOMIC_SEQ_CST))
      sched_yield();
  } else {
#pragma omp task
    {
#pragma omp task
      {}
#pragma omp taskyield
      __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    }
  }
  return 0;
}
