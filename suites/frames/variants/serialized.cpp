// Serialized regions: by the if clause, inside one another, for the number of threads, and inside
// an active region, in C++.
#include "serialized.c"
