// A thread that leaves a cancelled static loop still reports the end of its work region.
// REQUIRES: visible_static_loop
#define SCHEDULE static
#include "for_work_ends.c"
