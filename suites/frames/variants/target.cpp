// Target regions that the host executes, one of them in a task, and a region inside, in C++,
// with and without optimization and frame pointers.
#include "target.c"
