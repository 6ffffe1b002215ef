// Active regions inside one another, in C++,
// with and without optimization and frame pointers.
#include "nested.c"
