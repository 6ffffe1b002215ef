// The composite construct: a distribute region in each team, a parallel region in it, a loop in
// that.
// RULES: loop.count composite.same-as-parts work.pair
// REQUIRES: visible_distribute
#define SCHEDULE dynamic
#define TYPE "loop_dynamic"
#include "composite.h"
