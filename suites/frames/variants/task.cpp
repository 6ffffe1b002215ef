// Explicit tasks, in C++,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// REQUIRES: cxx
// RECORD: --stacks=all
// BUILD: O0 -O0 -fno-omit-frame-pointer
// BUILD: O0_without -O0 -fomit-frame-pointer
// BUILD: O2 -O2 -fno-omit-frame-pointer
// BUILD: O2_without -O2 -fomit-frame-pointer
#include "task.c"
