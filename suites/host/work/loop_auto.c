// schedule(auto): the implementation chooses type and chunks; the count is the loop's.
// REQUIRES: visible_static_loop
#define THREADS 2
#define SCHEDULE auto
#define COUNT 16
#include "one_loop.h"
