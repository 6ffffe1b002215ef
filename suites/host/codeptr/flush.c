// The return address of flush.
// REQUIRES: visible_flush
#include "cts.h"

__attribute__((noinline)) static void flush(void) {
  cts_expect("codeptr.in-function", "flush => codeptr_ra@function=flush");
#pragma omp flush
  cts_after("serial");
}

int main(void) { flush(); }
