// One task waits, the other threads are busy, and the generating task yields once: there is at most
// one switch away from it, for the reason yield.
// RULES: task-schedule.yield
#define TASKS 1
#include "yield.c"
