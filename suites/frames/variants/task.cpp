// Explicit tasks, in C++,
// with and without optimization and frame pointers.
#include "task.c"
