// A final task and the included tasks inside it, in C++,
// with and without optimization and frame pointers.
#include "final.c"
