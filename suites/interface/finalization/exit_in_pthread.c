// A thread other than main's ends the program, between regions.
// RULES: fin.thread
#define LAST exit(0)
#include "in_pthread.h"
