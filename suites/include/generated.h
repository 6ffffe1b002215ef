/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What every program that ompt-cts explore has drawn includes (docs/explore.md): it counts its
 * blocks, and checks what it has computed. */
#ifndef GENERATED_H
#define GENERATED_H

#include "cts.h"
#include <pthread.h>

/* What compilers do not know. */
static volatile int yes = 1, no = 0;
static long wrong;

static inline void add(long *counter, long number) {
  __atomic_fetch_add(counter, number, __ATOMIC_RELAXED);
}
/* Of what constructs put in order; atomic, as tools that look for races know few of them. */
static inline long get(long *value) { return __atomic_load_n(value, __ATOMIC_RELAXED); }
static inline void set(long *value, long to) { __atomic_store_n(value, to, __ATOMIC_RELAXED); }
static inline void same(long got, long right, const char *what) {
  if (got != right) {
    fprintf(stderr, "wrong: %s is %ld instead of %ld\n", what, got, right);
    add(&wrong, 1);
  }
}

#endif
