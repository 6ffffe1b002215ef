// One iteration of a dynamic loop cancels the loop.
// RULES: cancel.activated cancel.construct-bit cancel.task-data
#define SCHEDULE dynamic, 1
#define COUNT 100
#define STOP 2
#include "loop.h"
