// Taskloops with deferred and with undeferred tasks, in C++.
#include "taskloop.c"
