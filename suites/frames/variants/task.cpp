// Explicit tasks, in C++,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RECORD: --stacks=all
// BUILD: frame_pointers
#include "task.c"
