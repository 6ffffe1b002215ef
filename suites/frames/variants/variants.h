// The code that the constructs of this folder's programs run.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RECORD: --stacks=all
// BUILD: frame_pointers
#pragma once

#include "cts.h"

static int bodies;

/* Two calls below what the construct runs; where the compiler optimizes they are jumps. */
static __attribute__((noinline)) void bottom(const char *construct) {
#pragma omp atomic
  ++bodies;
  cts_body(construct);
}
static __attribute__((noinline)) void inside(const char *construct) { bottom(construct); }
