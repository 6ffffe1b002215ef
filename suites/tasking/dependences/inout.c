// One task with depend(inout:): one entry, the address of the variable; a compiler need not tell
// out (2) and inout (3) apart.
// RULES: task-create.has-dependences dependences.list dependences.task-data
#define DEPEND inout
#define TYPE "2/3"
#include "one_dependence.h"
