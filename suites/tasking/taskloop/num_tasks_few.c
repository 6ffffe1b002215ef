// num_tasks larger than the number of iterations: a task has at least one iteration.
#define CLAUSE num_tasks(100)
#define COUNT 3
#define LEAST 1
#define MOST 3
#include "tasks.h"
