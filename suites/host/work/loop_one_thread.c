// A loop in a team of one is a worksharing region as well.
#define THREADS 1
#define SCHEDULE dynamic
#define COUNT 6
#include "one_loop.h"
