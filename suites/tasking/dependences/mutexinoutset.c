// One task with depend(mutexinoutset:): one entry, the address of the variable, type mutexinoutset
// (4).
// RULES: task-create.has-dependences dependences.list dependences.task-data
// REQUIRES: depend_mutexinoutset
#define DEPEND mutexinoutset
#define TYPE "4"
#include "one_dependence.h"
