// A final task and the included tasks inside it, in C++.
#include "final.c"
