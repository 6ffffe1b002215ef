// The header of the tools interface is there, and needs no other before it: C.
// REQUIRES: ompt
// UNSUPPORTED: gcc
// RUN: %cts-observe hdr.compiles -- %cts-compile %s -o %t
#include <omp-tools.h>

int main(void) { return 0; }
