// A final task and the included tasks inside it.
#define CLAUSE final(1)
#include "task.c"
