// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Callbacks are registered a second time, and then every event of the host occurs: an answer that
// said that it never would is contradicted.
// RULES: set-callback.never-honoured
// RUN: %cts-compile %s -o %t
// RUN: %cts-record --probes=full %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  int sum = 0, x = 0;
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_set_dynamic(0);
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  omp_set_nest_lock(&nest);
  omp_set_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  omp_destroy_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
#pragma omp for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 4; i++)
      sum += i;
#pragma omp master
    cts_body("masked");
#pragma omp single
    {
#pragma omp task depend(out : x)
      x = 1;
#pragma omp task depend(in : x)
      cts_body("task");
#pragma omp taskwait
    }
#pragma omp flush
#pragma omp barrier
  }
  omp_destroy_lock(&lock);
  return sum != 6;
}
