// num_tasks(strict: 4): exactly four tasks.
// REQUIRES: taskloop_strict
#define CLAUSE num_tasks(strict : 4)
#define COUNT 16
#define LEAST 4
#define MOST 4
#include "tasks.h"
