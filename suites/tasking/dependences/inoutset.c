// One task with depend(inoutset:): one entry, the address of the variable, type inoutset (7).
// RULES: task-create.has-dependences dependences.list dependences.task-data
// REQUIRES: depend_inoutset
#define DEPEND inoutset
#define TYPE "7"
#include "one_dependence.h"
