// Taskloops with deferred and with undeferred tasks, in C++,
// with and without optimization and frame pointers.
#include "taskloop.c"
