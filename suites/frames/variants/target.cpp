// Target regions that the host executes, one of them in a task, and a region inside, in C++.
#include "target.c"
