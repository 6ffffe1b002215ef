// schedule(static, 2) of five iterations: the last chunk has one.
// RULES: loop.count work.every-team-member work.pair loop.dispatch-chunk
// REQUIRES: visible_static_loop
#define THREADS 3
#define SCHEDULE static, 2
#define COUNT 5
#include "one_loop.h"
