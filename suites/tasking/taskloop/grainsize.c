// grainsize(5) over 23 iterations: each task gets at least five iterations and fewer than ten, so
// three or four tasks are generated.
#define CLAUSE grainsize(5)
#define COUNT 23
#define LEAST 3
#define MOST 4
#include "tasks.h"
