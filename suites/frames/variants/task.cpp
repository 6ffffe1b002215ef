// Explicit tasks, in C++.
#include "task.c"
