// One task with depend(in:): one entry, the address of the variable, type in (1).
// RULES: task-create.has-dependences dependences.list dependences.task-data
#define DEPEND in
#define TYPE "1"
#include "one_dependence.h"
