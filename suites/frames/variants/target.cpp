// Target regions that the host executes, one of them in a task, and a region inside, in C++,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RECORD: --stacks=all
// BUILD: frame_pointers
#include "target.c"
