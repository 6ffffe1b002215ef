// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs whose timelines are compared: each thread of a team gets its share, whatever the
// scheduler does.
#pragma once
#include <sched.h>

static int arrived;

// Returns when `count` threads have come.
static inline void meet(int count) {
  __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < count)
    sched_yield();
}
