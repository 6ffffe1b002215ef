// The inner loop of a composite construct, statically divided: it ends as what it began as.
// RULES: loop.count work.end-type-matches composite.same-as-parts
// REQUIRES: visible_distribute
#define SCHEDULE static
#define TYPE "loop_static"
#include "composite.h"
