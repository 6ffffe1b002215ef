// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread of the program's own is inside a region when main returns: no event may follow the
// finaliser, those of the workers that wait for other regions included.
// RULES: fin.last fin.once
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"
#include <pthread.h>
#include <unistd.h>

static int inside;

static void *work(void *argument) {
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic write
    inside = 1;
    for (;;)
      pause(); /* until the process ends */
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  int seen = 0;
  if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  while (!seen) {
#pragma omp atomic read
    seen = inside;
  }
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  return 0;
}
