// Fewer iterations than threads: threads without an iteration take part in the loop as well.
// RULES: loop.count work.every-team-member work.pair loop.dispatch-chunk
// REQUIRES: visible_static_loop
#define THREADS 4
#define SCHEDULE static
#define COUNT 2
#include "one_loop.h"
