// Undeferred tasks inside one another, in C++.
#include "undeferred.c"
