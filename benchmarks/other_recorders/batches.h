// The time of batches of events, as recorder_benchmark.cpp measures it: `one()` is called 500 times
// a batch, and a JSON object with nanoseconds for each call is printed.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { batch = 500, batches = 4000 };

static double now_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(void (*one)(void)) {
  static double times[batches];
  double sum = 0;
  const double begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < batches; ++i) {
    const double before = now_ns(CLOCK_MONOTONIC);
    for (int call = 0; call < batch; ++call)
      one();
    sum += times[i] = (now_ns(CLOCK_MONOTONIC) - before) / batch;
  }
  const double processor = now_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
  qsort(times, batches, sizeof *times, ascending);
  printf("{\"ns_p50\": %.1f, \"ns_sustained\": %.1f, \"ns_processor\": %.1f}\n", times[batches / 2],
         sum / batches, processor / batches / batch);
}
