// schedule(runtime): the environment chooses; whatever type is reported, begin and end agree and
// the count is right.
// RULES: loop.count work.pair work.every-team-member work.end-type-matches
// ENV: OMP_SCHEDULE=guided,2
#define THREADS 2
#define SCHEDULE runtime
#define COUNT 18
#include "one_loop.h"
