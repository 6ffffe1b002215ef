// The return address of a static loop lies in the function that contains the loop.
// REQUIRES: visible_static_loop
#define SCHEDULE static
#include "work_loop.c"
