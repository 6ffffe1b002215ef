// A grainsize larger than the loop: a single task with all iterations.
#define CLAUSE grainsize(100)
#define COUNT 7
#define LEAST 1
#define MOST 1
#include "tasks.h"
