// grainsize(strict: 5) over 23 iterations: tasks of exactly five, and a last one of three.
// REQUIRES: taskloop_strict
#define CLAUSE grainsize(strict : 5)
#define COUNT 23
#define LEAST 5
#define MOST 5
#include "tasks.h"
