// One iteration of a static loop cancels the loop.
#define SCHEDULE static
#define COUNT 40
#define STOP 0
#include "loop.h"
