// Serialized regions: by the if clause, inside one another, for the number of threads, and inside an
// active region, in C++, with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RECORD: --stacks=all
// BUILD: frame_pointers
#include "serialized.c"
