// num_tasks(4) over sixteen iterations: no more than four tasks are generated.
#define CLAUSE num_tasks(4)
#define COUNT 16
#define LEAST 1
#define MOST 4
#include "tasks.h"
