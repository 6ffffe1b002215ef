// One task with depend(out:): one entry, the address of the variable; a compiler need not tell out
// (2) and inout (3) apart.
// RULES: task-create.has-dependences dependences.list dependences.task-data
#define DEPEND out
#define TYPE "2/3"
#include "one_dependence.h"
